// What differs in the figures of a month and stays so, and the right figures in its place.
import { afterSeconds, dayOf, daysInSeconds, epochSeconds, hours } from '#lib/shared/dates.ts';
import { environment } from '#lib/shared/environment.ts';
import { conflict } from '#lib/shared/errors.ts';
import { transact } from '#lib/table/transact.ts';
import { transactionLimit, type Write } from '#lib/table/writes/write.ts';
import { expiryOf } from '#lib/tracking/writes/visits.ts';
import { compareMonth, type Difference, type Look, nameOf, textOf } from './rebuild.ts';

export interface Examined extends Pick<Look, 'clicks' | 'latest' | 'items'> {
  /** What is wrong. */
  readonly differences: readonly Difference[];
  /** Items that clicks were still on their way to: nothing can be said of them. */
  readonly moving: number;
}

const looks = 4;

/**
 * Compares a brand's month. Clicks may have been stored that are not folded in yet: what differs is looked at again after
 * `wait`, which must be longer than folding takes, and is wrong only if nothing about it has moved meanwhile.
 */
export async function examineMonth(
  brandId: string,
  month: string,
  wait: () => Promise<unknown>,
): Promise<Examined> {
  let look = await compareMonth(brandId, month);
  let differences: readonly Difference[] = [];
  for (let again = 1; again < looks && look.differences.length > differences.length; again += 1) {
    await wait();
    const next = await compareMonth(brandId, month);
    differences = lastingDifferences(look, next);
    look = next;
  }
  return { ...look, differences, moving: look.differences.length - differences.length };
}

/** Those that stand there as before, though what should stand there is as it was, too: no click is on its way to them. */
function lastingDifferences(before: Look, after: Look): readonly Difference[] {
  const earlier = new Map(before.differences.map((difference) => [nameOf(difference.key), difference]));
  return after.differences.filter(({ key, expected, stored }) => {
    const was = earlier.get(nameOf(key));
    return (
      was !== undefined && textOf(was.expected) === textOf(expected) && textOf(was.stored) === textOf(stored)
    );
  });
}

/** The months all of whose clicks are still kept, the latest first. */
export function monthsKept(now: Date): readonly string[] {
  const months: string[] = [];
  const at = new Date(`${dayOf(now).slice(0, 7)}-01`);
  while (expiryOf(dayOf(at), environment.CLICK_RETENTION_DAYS) > epochSeconds(now)) {
    months.push(dayOf(at).slice(0, 7));
    at.setUTCMonth(at.getUTCMonth() - 1);
  }
  return months;
}

/** The stream lets go of what it has not handed over after a day. */
const streamSeconds = 1 * daysInSeconds + 1 * hours;

/**
 * Puts the right figures in the place of the wrong ones. Refused while a click might still be in the stream: it would be
 * counted twice, here and when it is folded in.
 */
export async function repairMonth({ latest, differences }: Examined, now: Date): Promise<void> {
  const settled = afterSeconds(new Date(latest), streamSeconds);
  if (settled > now) {
    throw conflict(
      `Clicks may still be on their way to these figures: they can be repaired when no click has been stored for 25 hours, ` +
        `at the earliest from ${settled.toISOString()} on`,
    );
  }
  for (let first = 0; first < differences.length; first += transactionLimit) {
    await transact(differences.slice(first, first + transactionLimit).map(correction));
  }
}

const refused = () => conflict('The figures have changed meanwhile: compare them again');

/** Only where it still is as it was seen. */
function correction({ key, expected, stored }: Difference): Write {
  const last = stored?.revision;
  const asSeen =
    stored === undefined
      ? { condition: 'attribute_not_exists(#pk)' }
      : { condition: '#revision = :last', values: { last } };
  if (expected === undefined) return { kind: 'delete', key, ...asSeen, refused };
  const revision = Number(last ?? 0) + 1;
  return { kind: 'put', item: { ...expected, ...key, revision }, ...asSeen, refused };
}
