// Defines the format of discount codes and normalizes their case.

export const discountCodePattern = /^[A-Za-z0-9_-]{1,64}$/;

export const normalizeDiscountCode = (code: string): string => code.toLowerCase();
