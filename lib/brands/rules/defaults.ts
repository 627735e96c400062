// Default terms of a brand, and their limits.
import type { StoredRate } from '#lib/shared/rates.ts';
import { clickRetentionDays } from '#lib/shared/retention.ts';

/** 10 percent, in hundredths of a percent. */
export const defaultCommission: StoredRate = { type: 'percentage', value: 1000 };

/** Days after a click in which an order can be attributed to it. A campaign can have a window of its own. */
export const defaultAttributionWindowDays = 30;
/** For brands and campaigns. An expired click cannot be attributed. */
export const maxAttributionWindowDays = clickRetentionDays;

/** Days from an order to the automatic approval of its commission: the time in which the customer can return the goods. */
export const defaultHoldDays = 30;
export const maxHoldDays = 365;
