// How a discount code is written and compared.

export const discountCodePattern = /^[A-Za-z0-9_-]{1,64}$/;

/** How discount codes are compared: without regard to case. */
export const normalizeDiscountCode = (code: string): string => code.toLowerCase();
