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

/** What became of each thing, in their order: a result or a refusal. A 503 only where nothing at all was done. */
export async function eachOnItsOwn<Thing, Result>(
  things: readonly Thing[],
  work: (thing: Thing) => Promise<Result>,
): Promise<readonly (Result | DomainError)[]> {
  const outcomes: (Result | DomainError)[] = [];
  const left = things.entries();
  const worker = async () => {
    for (const [index, thing] of left) outcomes[index] = await work(thing).catch(asOutcome);
  };
  await together(Array.from({ length: atOnce }, worker));
  const busy = outcomes.find(isUnavailable);
  if (busy !== undefined && outcomes.every((outcome) => outcome instanceof DomainError)) throw busy;
  return outcomes;
}
