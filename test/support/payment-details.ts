// Payment details for tests.
export const sepaDetails = { type: 'sepa', iban: 'DE89 3704 0044 0532 0130 00', name: 'Ada Lovelace' };
export const otherIban = 'FR1420041010050500013M02606';
export const paypalDetails = { type: 'paypal', email: 'ada.paypal@creators.test' };
export const taxData = { country: 'DE', taxId: '86095742719' };
export const detailsPath = (affiliateId: string): string => `/affiliates/${affiliateId}/payout-details`;
