// Defines the format of discount codes and normalizes them.
import { normalizeReference } from '#lib/foundation/shared/reference-text.ts';

export const discountCodePattern = /^[A-Za-z0-9_-]{1,64}$/;

export const normalizeDiscountCode = normalizeReference;
