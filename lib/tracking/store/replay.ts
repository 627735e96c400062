// Storing clicks from the log: those that the tracking link could not store when they were made.
import { now } from '#lib/shared/clock.ts';
import { dayOf, epochSeconds } from '#lib/shared/dates.ts';
import { environment } from '#lib/shared/environment.ts';
import { type Click, partsOf } from '#lib/tracking/rules/visit.ts';
import { loggedClick } from '#lib/tracking/schema/stored.ts';
import { expiryOf, notStored } from '#lib/tracking/writes/visits.ts';
import { recordClick } from './clicks.ts';

/** What the lines of a log are, each with its number. */
export interface Replayed {
  /** Clicks that are stored now, whether they were before or not. */
  readonly stored: number;
  /** Clicks so old that they would have left the table by now. They are not stored: they may have been, and be counted. */
  readonly expired: number;
  /** The lines that tell of a click which cannot be read. */
  readonly unreadable: readonly number[];
  /** Lines about anything else. */
  readonly others: number;
}

/** A line of the log is JSON; exports put a time or more in front of it. */
function parseLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(line.slice(line.indexOf('{')));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

const isExpired = ({ id }: Click): boolean =>
  expiryOf(dayOf(new Date(partsOf(id).at)), environment.CLICK_RETENTION_DAYS) <= epochSeconds(now());

/** Stores the clicks that these lines tell of. Done again, or after all, it changes nothing. */
export async function replay(lines: AsyncIterable<string>): Promise<Replayed> {
  const unreadable: number[] = [];
  let [stored, expired, others, number] = [0, 0, 0, 0];
  for await (const line of lines) {
    number += 1;
    if (!line.includes(notStored)) {
      others += 1;
      continue;
    }
    const click = loggedClick.safeParse(parseLine(line)?.click);
    if (!click.success) unreadable.push(number);
    else if (isExpired(click.data)) expired += 1;
    else {
      await recordClick(click.data);
      stored += 1;
    }
  }
  return { stored, expired, unreadable, others };
}
