// The format of discount codes.

export const discountCodePattern = /^[A-Za-z0-9_-]{1,64}$/;

export const normalizeDiscountCode = (code: string): string => code.toLowerCase();
