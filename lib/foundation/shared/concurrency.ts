// Runs work with limited concurrency, and processes batches whose items succeed or fail individually.
import { DomainError, isUnavailable } from './errors.ts';

/** Like `Promise.all`, but waits for all work before it throws, so that nothing writes after the caller has failed. */
export async function allSettledOrThrow<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

interface WorkerPool<Item> {
  readonly concurrency: number;
  readonly next: () => Item | undefined;
  readonly work: (item: Item) => Promise<unknown>;
}

/** After a failure, starts no further items, and throws when all running items have ended. */
export async function runWorkers<Item>({ concurrency, next, work }: WorkerPool<Item>): Promise<void> {
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    while (!hasFailed) {
      const item = next();
      if (item === undefined) return;
      try {
        await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await allSettledOrThrow(Array.from({ length: concurrency }, worker));
}

export function forEachConcurrently<Item>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const next = () => {
    const { done, value } = iterator.next();
    return done === true ? undefined : value;
  };
  return runWorkers({ concurrency, next, work });
}

interface IsolatedLoop<Item> {
  readonly work: (item: Item) => Promise<unknown>;
  readonly onFailure: (item: Item, error: unknown) => void;
}

/** Continues with the next item after a failure, and throws at the end, so that the alarm of the function is raised. */
export async function forEachIsolated<Item>(
  items: Iterable<Item>,
  { work, onFailure }: IsolatedLoop<Item>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      onFailure(item, error);
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} items failed`);
}

/** Limits the concurrent transactions of one request, because more of them would mostly conflict with each other. */
const batchConcurrency = 10;

function domainErrorFrom(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

interface BatchAttempt {
  readonly canBeContinued: boolean;
}

/**
 * If the table was too busy for at least one item, throws its 503 when all items failed or when a retry can continue the request.
 * Otherwise returns the outcomes.
 */
export function throwIfRetryable<Outcome>(
  outcomes: readonly Outcome[],
  { canBeContinued }: BatchAttempt,
): readonly Outcome[] {
  const busy = outcomes.find(isUnavailable);
  const allFailed = outcomes.every((outcome) => outcome instanceof DomainError);
  if (busy !== undefined && (allFailed || canBeContinued)) throw busy;
  return outcomes;
}

/**
 * Processes items with the same id one after the other, so that the first of them takes effect.
 * `work` must be idempotent, because a retry of the request repeats it.
 */
export async function settleEach<Item, Result>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  work: (item: Item, index: number) => Promise<Result>,
  attempt: BatchAttempt,
): Promise<readonly (Result | DomainError)[]> {
  const outcomes: (Result | DomainError)[] = [];
  const groups = Map.groupBy(items.entries(), ([, item]) => idOf(item)).values();
  await forEachConcurrently(groups, batchConcurrency, async (group) => {
    for (const [index, item] of group) outcomes[index] = await work(item, index).catch(domainErrorFrom);
  });
  return throwIfRetryable(outcomes, attempt);
}
