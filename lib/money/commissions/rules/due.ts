// Decides which commissions are due for automatic approval, and which id ranges contain them.
import type { Brand } from '#lib/access/brands/schema.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { firstIdAt } from '#lib/foundation/shared/ids.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';

export const isDue = ({ status, hold, eligibleAt }: Commission, by: Date): boolean =>
  status === 'pending' && hold === null && Date.parse(eligibleAt) < by.getTime();

interface IdRange {
  readonly from: string;
  readonly to: string;
}

/** No id is older. */
const epoch = new Date(0);

/**
 * Returns one id range for each current or past value of `holdDays`, because an id begins with the creation time and the
 * commission is due `holdDays` later. Omits a past value if its last commission became due at least one day before `from`.
 */
export function dueIdRanges(
  { holdDays, pastHoldDays }: Pick<Brand, 'holdDays' | 'pastHoldDays'>,
  from: Date | undefined,
  until: Date,
): readonly IdRange[] {
  const past = pastHoldDays.filter(
    ({ days, until: end }) =>
      from === undefined || addSeconds(new Date(end), (days + 1) * secondsPerDay) > from,
  );
  const holds = [...new Set([holdDays, ...past.map(({ days }) => days)])];
  const idBefore = (at: Date | undefined, days: number): string =>
    firstIdAt('commission', at === undefined ? epoch : addSeconds(at, -days * secondsPerDay));
  return holds.map((days) => ({ from: idBefore(from, days), to: idBefore(until, days) }));
}
