// Defines the default terms of a brand, and their limits.
import type { StoredRate } from '#lib/foundation/shared/rates.ts';
import { clickRetentionDays } from '#lib/foundation/shared/retention.ts';

/** 10 percent: `value` is in hundredths of a percent. */
export const defaultCommission: StoredRate = { type: 'percentage', value: 1000 };

/** 50 percent, in hundredths of a percent. */
export const defaultHoldAboveShare = 5000;

/** The unique clicks that one address can have on one tracking code in one UTC day. */
export const defaultUniqueClicksPerAddress = 10;
/** Limits the size of a visit: it has room for two clicks of each visitor who counts. */
export const maxUniqueClicksPerAddress = 100;

export const defaultTimezone = 'UTC';

export const defaultAttributionWindowDays = 30;
/** Limited to the retention of clicks, because no order can be attributed to an expired click. */
export const maxAttributionWindowDays = clickRetentionDays;

/** The default hold period covers the time in which customers usually return goods. */
export const defaultHoldDays = 30;
export const maxHoldDays = 365;

/** How the audit trail shows the IP addresses of requests. */
export const auditAddresses = ['hashed', 'clear'] as const;

/** The link reads all hosts with each target. */
export const maxLandingHosts = 50;
