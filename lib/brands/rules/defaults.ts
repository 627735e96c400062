// What a new brand starts with, and how far it may go from that.
import type { StoredRate } from '#lib/shared/rates.ts';
import { clickRetentionDays } from '#lib/shared/retention.ts';

/** 10 percent, in hundredths of a percent: what creators earn until the brand says otherwise. */
export const defaultCommission: StoredRate = { type: 'percentage', value: 1000 };

/** Days after a click in which an order may still be its, where the campaign says nothing else. */
export const defaultAttributionWindowDays = 30;
/** Of brands and campaigns: nobody can earn by a click that is gone. */
export const maxAttributionWindowDays = clickRetentionDays;

/** Days after an order until its commission is approved by itself: the time in which it may be sent back. */
export const defaultHoldDays = 30;
/** No creator is to wait longer than a year. */
export const maxHoldDays = 365;
