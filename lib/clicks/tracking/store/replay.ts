// Stores clicks that the tracking link could only write to the log.

import { clickNotStored } from '#lib/clicks/tracking/rules/log-messages.ts';
import { type Click, parseClickId } from '#lib/clicks/tracking/rules/visit.ts';
import { loggedClick } from '#lib/clicks/tracking/schema/stored.ts';
import { clickExpiry } from '#lib/clicks/tracking/writes/visits.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { dayOf, epochSeconds } from '#lib/foundation/shared/dates.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { recordClick } from './clicks.ts';

export interface ReplayResult {
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

/** The same log can be replayed several times, because storing a click is idempotent. */
export async function replay(lines: AsyncIterable<string>): Promise<ReplayResult> {
  const unreadable: number[] = [];
  let [stored, expired, others, number] = [0, 0, 0, 0];
  for await (const line of lines) {
    number += 1;
    if (!line.includes(clickNotStored)) {
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
