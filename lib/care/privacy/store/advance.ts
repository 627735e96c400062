// Erases personal data step by step, in the worker behind the queue. docs/decisions/0109, docs/decisions/0128

import { exportsWith, nextPhase, referenceTo } from '#lib/care/privacy/rules/erasure.ts';
import { isWorking, workingPhases } from '#lib/care/privacy/rules/phases.ts';
import type { Erasure } from '#lib/care/privacy/schema/erasure.ts';
import { changeErasure } from '#lib/care/privacy/writes.ts';
import { runAs } from '#lib/foundation/shared/actor.ts';
import { type Clock, now } from '#lib/foundation/shared/clock.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { begunItems, dispatch, work } from '#lib/foundation/streams/work.ts';
import { collectionPartition } from '#lib/foundation/table/keys/keys.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite } from '#lib/foundation/table/writes/write.ts';
import type { ExportResource } from '#lib/outlets/exports/rules/resources.ts';
import { eraseCustomerItem } from './customer.ts';
import { eraseDetails } from './details.ts';
import { findErasure } from './erasures.ts';
import { eraseLines, erasePersonalItem } from './items.ts';
import { readPersonalItems } from './lists.ts';

/** The parts of other domains. */
export interface Erasers {
  readonly getClock: (brandId: string) => Promise<Clock>;
  /** `now` is the real time. */
  readonly expireExports: (brandId: string, resources: readonly ExportResource[], now: Date) => Promise<void>;
  readonly expireImports: (brandId: string, now: Date) => Promise<void>;
  readonly expireReconciliations: (brandId: string, now: Date) => Promise<void>;
  readonly eraseEvents: (
    brandId: string,
    resourceId: string,
    erasure: ReturnType<typeof referenceTo>,
  ) => Promise<void>;
}

const concurrency = 10;
const payoutsPerStep = 50;

async function eraseNextItems(erasure: Erasure, erasers: Erasers | undefined, at: Date): Promise<Erasure> {
  const { brandId, affiliateId, position } = erasure;
  const isFirst = position.list === 0 && position.after === null;
  if (erasers !== undefined && isFirst && affiliateId !== null)
    await erasers.eraseEvents(brandId, affiliateId, referenceTo(erasure));
  if (isFirst && affiliateId !== null) await eraseDetails({ brandId, affiliateId });
  const { items, next } = await readPersonalItems(erasure);
  const ids: string[] = isFirst ? [...(await eraseCustomerItem(erasure))] : [];
  await forEachConcurrently(items, concurrency, async (item) => {
    ids.push(...(await erasePersonalItem(erasure, item)));
  });
  // One after the other: the events of several items are often in one segment, and of concurrent writers of a segment all but one fail.
  for (const id of ids) await erasers?.eraseEvents(brandId, id, referenceTo(erasure));
  return next === undefined ? nextPhase(erasure, at) : { ...erasure, position: next };
}

/** An export of the audit trail that was written until now can contain events that were not erased yet. */
async function eraseNextEvents(erasure: Erasure, erasers: Erasers, at: Date): Promise<Erasure> {
  const next = await eraseNextItems(erasure, erasers, at);
  if (next.phase !== erasure.phase) await erasers.expireExports(erasure.brandId, ['audit'], now());
  return next;
}

async function eraseNextLines(erasure: Erasure, at: Date): Promise<Erasure> {
  const { brandId, affiliateId, position } = erasure;
  if (affiliateId === null) return nextPhase(erasure, at);
  const payouts = { partition: collectionPartition(brandId, 'payout') };
  const { items, upTo, isLast } = await readPageAfter(payouts, position.after, payoutsPerStep);
  await eraseLines(
    brandId,
    affiliateId,
    items.map(({ sk }) => String(sk)),
  );
  return isLast ? nextPhase(erasure, at) : { ...erasure, position: { list: 0, after: upTo } };
}

async function nextOf(erasure: Erasure, erasers: Erasers, at: Date): Promise<Erasure> {
  switch (erasure.phase) {
    case 'items':
      return eraseNextItems(erasure, undefined, at);
    case 'lines':
      return eraseNextLines(erasure, at);
    case 'exports':
      await erasers.expireExports(erasure.brandId, exportsWith(erasure), now());
      if (erasure.affiliateId !== null) await erasers.expireImports(erasure.brandId, now());
      await erasers.expireReconciliations(erasure.brandId, now());
      return nextPhase(erasure, at);
    case 'events':
      // Repeats the items, because an index may have missed one that was written just before the erasure.
      return eraseNextEvents(erasure, erasers, at);
    default:
      return erasure;
  }
}

/** Returns undefined if another worker has taken the step. */
async function commit(before: Erasure, after: Erasure): Promise<Erasure | undefined> {
  try {
    await runAs(before.actor, () => transact([changeErasure(before, after)]));
    return { ...after, revision: before.revision + 1 };
  } catch (error) {
    if (isStaleWrite(error)) return undefined;
    throw error;
  }
}

const isWorkingPhase = (phase: unknown): boolean => workingPhases.some((one) => one === phase);

/**
 * Sends the erasures that are new, whose event was recorded, or that an operator has begun again. The steps of a worker send
 * nothing.
 */
export const dispatchErasures = (changes: readonly Change[]): Promise<void> => {
  const begun = begunItems(
    changes,
    'erasure',
    ({ before, after }) =>
      isWorkingPhase(after?.phase) &&
      (!isWorkingPhase(before?.phase) || before?.restartedAt !== after?.restartedAt),
  );
  return dispatch('erasures', begun);
};

/** Lets the erasures continue whose events are new in the feed. This change sends them to the queue. */
export async function continueRecorded(
  recorded: readonly WorkItem[],
  getClock: Erasers['getClock'],
): Promise<void> {
  for (const { brandId, id } of recorded) {
    const erasure = await findErasure(brandId, id);
    if (erasure?.phase !== 'record') continue;
    const clock = await getClock(brandId);
    await commit(erasure, nextPhase(erasure, clock.now()));
  }
}

export async function continueErasure(item: WorkItem, erasers: Erasers): Promise<void> {
  const clock = await erasers.getClock(item.brandId);
  await work<Erasure>({
    queue: 'erasures',
    item,
    read: () => findErasure(item.brandId, item.id),
    hasWork: ({ phase }) => isWorking(phase),
    step: async (erasure) => commit(erasure, await nextOf(erasure, erasers, clock.now())),
  });
}
