// Many things in one request, each done or refused on its own.
import { DomainError, isUnavailable } from './errors.ts';
import { forEachConcurrently } from './workers.ts';

/** So many at a time: transactions of more would mostly meet each other. */
const atOnce = 10;

function asOutcome(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

/** The attempt at the request that they come in. */
interface BatchAttempt {
  readonly canBeContinued: boolean;
}

/**
 * The outcomes as they are answered. A 503 for the whole where the table was busy and nothing at all was done, or where the
 * same request, sent again, goes on with what is left: an answer would be kept, and end that.
 */
export function throwIfRetryable<Outcome>(
  outcomes: readonly Outcome[],
  { canBeContinued }: BatchAttempt,
): readonly Outcome[] {
  const busy = outcomes.find(isUnavailable);
  const isNothing = outcomes.every((outcome) => outcome instanceof DomainError);
  if (busy !== undefined && (isNothing || canBeContinued)) throw busy;
  return outcomes;
}

/**
 * What became of each thing, in their order: a result or a refusal. Those of the same id one after the other, so that the
 * first one wins. `work` is done again for all of them where an attempt goes on: what is done has to stay as it is.
 */
export async function settleEach<Thing, Result>(
  things: readonly Thing[],
  idOf: (thing: Thing) => string,
  work: (thing: Thing, part: number) => Promise<Result>,
  attempt: BatchAttempt,
): Promise<readonly (Result | DomainError)[]> {
  const outcomes: (Result | DomainError)[] = [];
  const groups = Map.groupBy(things.entries(), ([, thing]) => idOf(thing)).values();
  await forEachConcurrently(groups, atOnce, async (same) => {
    for (const [part, thing] of same) outcomes[part] = await work(thing, part).catch(asOutcome);
  });
  return throwIfRetryable(outcomes, attempt);
}
