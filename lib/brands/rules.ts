// What a new brand starts with.
import { randomBytes } from 'node:crypto';
import type { StoredRate } from '#lib/shared/rates.ts';

/** 10 percent, in hundredths of a percent: what creators earn until the brand says otherwise. */
export const defaultCommission: StoredRate = { type: 'percentage', value: 1000 };

export const newVisitorSalt = (): string => randomBytes(16).toString('base64url');
