// Which commissions approve themselves, and where those that are due by now stand among the pending ones.
import type { Brand } from '#lib/brands/schema.ts';
import type { Commission } from '#lib/commissions/schema/commission.ts';
import { afterSeconds, daysInSeconds } from '#lib/shared/dates.ts';
import { firstIdAt } from '#lib/shared/ids.ts';

/** Its hold is over, and nobody must look at it. */
export const isDue = ({ status, hold, eligibleAt }: Commission, by: Date): boolean =>
  status === 'pending' && hold === null && Date.parse(eligibleAt) < by.getTime();

/** Ids of commissions, both included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

const beginning = new Date(0);
const later = (one: Date, other: Date): Date => (one > other ? one : other);

/**
 * Where all commissions stand that have become due from one time to another. A commission is due as many days after its id
 * was made as its brand's hold took then, and ids are in order of time: so for each hold that the brand has, or has had,
 * it is one span. Of those whose time is over for longer than a day nothing is left to become due.
 */
export function spansDue(
  { holdDays, pastHoldDays }: Pick<Brand, 'holdDays' | 'pastHoldDays'>,
  from: Date | undefined,
  until: Date,
): readonly Span[] {
  const past = pastHoldDays.filter(
    ({ days, until: end }) =>
      from === undefined || afterSeconds(new Date(end), (days + 1) * daysInSeconds) > from,
  );
  const holds = [...new Set([holdDays, ...past.map(({ days }) => days)])];
  const idBefore = (at: Date, days: number): string =>
    firstIdAt('commission', later(beginning, afterSeconds(at, -days * daysInSeconds)));
  return holds.map((days) => ({ from: idBefore(from ?? beginning, days), to: idBefore(until, days) }));
}
