// Many things in one request, each done or refused on its own.
import { DomainError } from './errors.ts';
import { together } from './together.ts';

/** So many at a time: transactions of more would mostly meet each other. */
const atOnce = 10;

const isUnavailable = (outcome: unknown): outcome is DomainError =>
  outcome instanceof DomainError && outcome.code === 'unavailable';

function asOutcome(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

/**
 * What became of each thing, in their order: a result or a refusal. Those of the same id one after the other, so that the
 * first one wins. A 503 only where nothing at all was done.
 */
export async function eachOnItsOwn<Thing, Result>(
  things: readonly Thing[],
  idOf: (thing: Thing) => string,
  work: (thing: Thing) => Promise<Result>,
): Promise<readonly (Result | DomainError)[]> {
  const outcomes: (Result | DomainError)[] = [];
  const left = Map.groupBy(things.entries(), ([, thing]) => idOf(thing)).values();
  const worker = async () => {
    for (const same of left) {
      for (const [index, thing] of same) outcomes[index] = await work(thing).catch(asOutcome);
    }
  };
  await together(Array.from({ length: atOnce }, worker));
  const busy = outcomes.find(isUnavailable);
  if (busy !== undefined && outcomes.every((outcome) => outcome instanceof DomainError)) throw busy;
  return outcomes;
}
