// Defines the limits of campaign settings.
import { clickRetentionDays } from '#lib/foundation/shared/retention.ts';

/** Limited to the retention of clicks, so that a grace period treats clicks and codes alike. */
export const maxGraceDays = clickRetentionDays;
