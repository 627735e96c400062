// Work that nobody waits for longer than they must.
import { setTimeout } from 'node:timers/promises';

/**
 * The result of `work`, or, where that takes longer than so many milliseconds, what `late` answers or throws. The work
 * is not cut off: it may still end, unheard.
 */
export async function within<Result>(
  milliseconds: number,
  work: Promise<Result>,
  late: () => Result,
): Promise<Result> {
  const timer = new AbortController();
  const timeout = setTimeout(Math.max(0, milliseconds), undefined, { signal: timer.signal }).then(late);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    timer.abort();
  }
}
