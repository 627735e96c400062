// What a new brand starts with.
import type { StoredRate } from '#lib/shared/rates.ts';

/** 10 percent, in hundredths of a percent: what creators earn until the brand says otherwise. */
export const defaultCommission: StoredRate = { type: 'percentage', value: 1000 };
