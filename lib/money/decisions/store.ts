// Reads bulk decisions, and takes their steps in the worker behind the queue of payouts.
import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import { runAs } from '#lib/foundation/shared/actor.ts';
import type { Clock } from '#lib/foundation/shared/clock.ts';
import { settleEach } from '#lib/foundation/shared/concurrency.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { begunItems, dispatch, work } from '#lib/foundation/streams/work.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite } from '#lib/foundation/table/writes/write.ts';
import { checkMatches } from '#lib/money/commissions/rules/decision-filter.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { endOf, withBatch, withOutcomes } from './rules.ts';
import { type Decision, storedDecision } from './schema.ts';
import { changeDecision } from './writes.ts';

type Decide = (
  brandId: string,
  commissionId: string,
  reasonOrCaller: string,
  now: Date,
  check: (commission: Commission) => void,
) => Promise<unknown>;

/** The parts of other domains. */
interface Deciders {
  readonly getClock: (brandId: string) => Promise<Clock>;
  readonly findMatching: (
    brand: { readonly id: string; readonly timezone: string },
    filter: Decision['filter'],
    after: string | null,
    end: Date,
  ) => Promise<{ ids: readonly string[]; cursor: string | null }>;
  readonly approve: Decide;
  readonly reject: Decide;
}

export const getDecision = async (brandId: string, id: string): Promise<Decision> =>
  storedDecision.parse(await getExisting(keys.decision(brandId, id), 'decision'));

async function findDecision({ brandId, id }: WorkItem): Promise<Decision | undefined> {
  const [found] = await getItems([keys.decision(brandId, id)]);
  return found === undefined ? undefined : storedDecision.parse(found);
}

/** An unreadable commission must not stop the others. A busy table stops the step, which is repeated later. */
const isolated = (decision: Decision, commissionId: string, error: unknown): DomainError => {
  if (error instanceof DomainError) return error;
  if (!isCausedByInput(error)) throw error;
  const { brandId, id: decisionId } = decision;
  logger.error('a commission could not be decided', { brandId, decisionId, commissionId, failure: error });
  return new DomainError('internal', 'internal_error', 'The commission cannot be read. Report its id.');
};

async function decideBatch(
  current: Decision,
  { approve, reject }: Deciders,
  now: Date,
): Promise<readonly unknown[]> {
  const { brandId, decision, filter, reason, actor, batch } = current;
  const check = (commission: Commission) => checkMatches(filter, commission);
  const decide = (id: string) =>
    decision === 'approve'
      ? approve(brandId, id, actor.id, now, check)
      : reject(brandId, id, reason ?? '', now, check);
  const decideAlone = (id: string) =>
    decide(id).catch((error: unknown) => {
      throw isolated(current, id, error);
    });
  return settleEach(batch, (id) => id, decideAlone, { canBeContinued: true });
}

async function nextOf(current: Decision, deciders: Deciders, now: Date): Promise<Decision> {
  if (current.batch.length > 0) return withOutcomes(current, await decideBatch(current, deciders, now), now);
  const brand = { id: current.brandId, timezone: current.timezone };
  const found = await deciders.findMatching(brand, current.filter, current.position, endOf(current));
  return withBatch(current, found, now);
}

/** Returns undefined if another worker has taken the step. */
async function step(current: Decision, deciders: Deciders, now: Date): Promise<Decision | undefined> {
  const next = await nextOf(current, deciders, now);
  try {
    await transact(changeDecision(current, next));
    return { ...next, revision: current.revision + 1 };
  } catch (error) {
    if (isStaleWrite(error)) return undefined;
    throw error;
  }
}

/** Sends the decisions that are new. The steps of a worker send nothing. */
export const dispatchDecisions = (changes: readonly Change[]): Promise<void> =>
  dispatch(
    'payouts',
    begunItems(changes, 'decision', ({ before }) => before === undefined),
  );

export async function continueDecision(item: WorkItem, deciders: Deciders): Promise<void> {
  const clock = await deciders.getClock(item.brandId);
  await work<Decision>({
    queue: 'payouts',
    item,
    read: () => findDecision(item),
    hasWork: ({ status }) => status === 'running',
    step: (current) => runAs(current.actor, () => step(current, deciders, clock.now())),
  });
}
