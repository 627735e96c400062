// Reads how many requests of the brand precede this one, unless the stage has no limits.
import type { Mode } from '#lib/contract/mode.ts';
import { type Window, windowAt } from '#lib/request-limits/rules/window.ts';
import { countedRequests } from '#lib/request-limits/store/count.ts';
import { environment } from '#lib/shared/environment.ts';
import { isReadOnly } from '#lib/shared/read-only.ts';

export interface RequestCount {
  readonly window: Window;
  /** Undefined if the count could not be read. */
  readonly counted: number | undefined;
}

/** Never fails. `now` is the real time. */
export async function readRequestCount(
  brandId: string,
  mode: Mode,
  now: Date,
): Promise<RequestCount | undefined> {
  if (environment.REQUEST_LIMITS === 'off' || isReadOnly()) return undefined;
  const window = windowAt(brandId, mode, now);
  return { window, counted: await countedRequests(window, now) };
}
