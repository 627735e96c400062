// The ways in which creators are paid, as forms offer them.

export const paymentTypes = ['sepa', 'paypal', 'wise', 'other'] as const;
export type PaymentType = (typeof paymentTypes)[number];

export const paymentTypeOf = (name: string | undefined): PaymentType | undefined =>
  paymentTypes.find((type) => type === name);

/** The most usual way in a currency comes first. SEPA transfers only euros. */
export const paymentTypesFor = (currency: string): readonly [PaymentType, ...PaymentType[]] =>
  currency === 'EUR' ? paymentTypes : ['paypal', 'wise', 'other', 'sepa'];
