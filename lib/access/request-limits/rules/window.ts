// Limits the requests of a brand in windows of one minute.
import type { Answer } from '#lib/foundation/contract/answer.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';

export const windowSeconds = 60;

/** The requests of one mode of a brand, or of one of its creators, within one minute. */
export interface Window {
  readonly brandId: string;
  /** A mode, or the id of a creator. */
  readonly mode: string;
  /** The minute since 1970. */
  readonly minute: number;
}

export const windowAt = (brandId: string, mode: string, now: Date): Window => ({
  brandId,
  mode,
  minute: Math.floor(epochSeconds(now) / windowSeconds),
});

export const secondsUntilReset = (now: Date): number => windowSeconds - (epochSeconds(now) % windowSeconds);

/** A `filter` selects at most this many items. */
const maxFiltered = 100;

/** A batch counts once for each item, and with a filter as the most that it can select. Every other request counts once. */
export function costOf(answer: Answer, body: unknown): number {
  if (answer.kind !== 'batch') return 1;
  const { [answer.itemsField]: items, filter } = Object(body);
  if (filter !== undefined && filter !== null) return maxFiltered;
  return Array.isArray(items) ? Math.max(1, items.length) : 1;
}

export interface Decision {
  readonly isAllowed: boolean;
  /** The cost of the request. */
  readonly cost: number;
  readonly remaining: number;
}

/** A request without a cost is always allowed, and one that costs more than the whole limit as the first one of a window. */
export function decide(counted: number, cost: number, limit: number): Decision {
  const charged = Math.min(cost, limit);
  const isAllowed = cost === 0 || counted + charged <= limit;
  return { isAllowed, cost: charged, remaining: Math.max(0, limit - counted - (isAllowed ? charged : 0)) };
}
