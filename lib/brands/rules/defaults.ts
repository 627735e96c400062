// Default terms of a brand, and their limits.
import type { StoredRate } from '#lib/shared/rates.ts';
import { clickRetentionDays } from '#lib/shared/retention.ts';

/** 10 percent, in hundredths of a percent. */
export const defaultCommission: StoredRate = { type: 'percentage', value: 1000 };

export const defaultAttributionWindowDays = 30;
/** An expired click cannot be attributed. */
export const maxAttributionWindowDays = clickRetentionDays;

/** The time in which the customer can return the goods. */
export const defaultHoldDays = 30;
export const maxHoldDays = 365;
