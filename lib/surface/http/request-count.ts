// Reads how many requests of the brand and of the caller precede this one, unless the stage has no limits.

import { costOf, type Window, windowAt } from '#lib/access/request-limits/rules/window.ts';
import { type Counts, countedRequests } from '#lib/access/request-limits/store/count.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { isReadOnly } from '#lib/foundation/shared/read-only.ts';
import type { HttpEvent } from './request.ts';

export interface RequestCount {
  readonly window: Window;
  readonly callerId: string;
  /** Undefined if the counts could not be read. */
  readonly counted: Counts | undefined;
}

interface RequestToCount {
  readonly brandId: string;
  /** The API key, the user or the creator. */
  readonly callerId: string;
  /** A mode, or the id of a creator, who does not use up the requests of the brand. */
  readonly mode: string;
  /** 0 for credentials that may be invalid, so that nobody uses up the limit of a brand without its credentials. */
  readonly expectedCost: number;
}

/** Never fails. `now` is the real time. */
export async function readRequestCount(
  { brandId, callerId, mode, expectedCost }: RequestToCount,
  now: Date,
): Promise<RequestCount | undefined> {
  if (environment.REQUEST_LIMITS === 'off' || isReadOnly()) return undefined;
  const window = windowAt(brandId, mode, now);
  const expected = { brand: expectedCost, caller: Math.min(expectedCost, 1) };
  return { window, callerId, counted: await countedRequests(window, callerId, expected, now) };
}

/** Returns the cost of a request whose body is not parsed yet. An invalid body counts once. */
export function expectedCostOf({ answer }: Route, { body }: Pick<HttpEvent, 'body'>): number {
  if (answer.kind !== 'batch' || typeof body !== 'string') return 1;
  try {
    return costOf(answer, JSON.parse(body));
  } catch {
    return 1;
  }
}
