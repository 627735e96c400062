// Stores clicks that the tracking link could only write to the log.

import { clickNotStored } from '#lib/clicks/tracking/rules/log-messages.ts';
import { type Click, parseClickId } from '#lib/clicks/tracking/rules/visit.ts';
import { loggedClick } from '#lib/clicks/tracking/schema/logged.ts';
import { clickExpiry } from '#lib/clicks/tracking/writes/visits.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { allSettledOrThrow } from '#lib/foundation/shared/concurrency.ts';
import { dayOf, epochSeconds } from '#lib/foundation/shared/dates.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { recordClick } from './clicks.ts';

interface ReplayResult {
  readonly stored: number;
  /**
   * The number of clicks that were skipped because their retention time has passed.
   * Such a click may have been stored, counted and deleted before, so storing it again could count it twice.
   */
  readonly expired: number;
  /** The line numbers of invalid clicks. */
  readonly unreadable: readonly number[];
  readonly others: number;
}

/** Skips text before the JSON, because log exports add text such as a timestamp. */
function parseLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(line.slice(line.indexOf('{')));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

const isExpired = ({ id }: Click): boolean =>
  clickExpiry(dayOf(new Date(parseClickId(id).at)), environment.CLICK_RETENTION_DAYS) <= epochSeconds(now());

/** Storing a click is idempotent, so a line can be stored several times. `unreadable` is the line of an invalid click. */
export async function storeLine(line: string): Promise<'stored' | 'expired' | 'unreadable' | 'other'> {
  if (!line.includes(clickNotStored)) return 'other';
  const click = loggedClick.safeParse(parseLine(line)?.click);
  if (!click.success) return 'unreadable';
  if (isExpired(click.data)) return 'expired';
  await recordClick(click.data);
  return 'stored';
}

/** An operator is far from the table: with 20 ms for a call, these are 2,500 clicks per second. */
const clicksAtOnce = 50;

/** The workers share the generator, which ends after a failure. */
export async function replay(lines: AsyncGenerator<string>): Promise<ReplayResult> {
  const unreadable: number[] = [];
  const counts = { stored: 0, expired: 0, unreadable: 0, other: 0 };
  let read = 0;
  const worker = async (): Promise<void> => {
    for await (const line of lines) {
      read += 1;
      const number = read;
      const result = await storeLine(line);
      counts[result] += 1;
      if (result === 'unreadable') unreadable.push(number);
    }
  };
  await allSettledOrThrow(Array.from({ length: clicksAtOnce }, worker));
  const { stored, expired, other: others } = counts;
  return { stored, expired, unreadable: unreadable.toSorted((one, other) => one - other), others };
}
