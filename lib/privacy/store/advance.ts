// Erases personal data step by step, in the function that consumes the stream. docs/decisions/0109
import type { ExportResource } from '#lib/exports/rules/resources.ts';
import { exportsWith, nextPhase, referenceTo } from '#lib/privacy/rules/erasure.ts';
import { isWorking } from '#lib/privacy/rules/phases.ts';
import { type Erasure, storedErasure } from '#lib/privacy/schema/erasure.ts';
import { changeErasure } from '#lib/privacy/writes.ts';
import { runAs } from '#lib/shared/actor.ts';
import { type Clock, now } from '#lib/shared/clock.ts';
import { forEachConcurrently } from '#lib/shared/concurrency.ts';
import { streamMilliseconds } from '#lib/shared/time-limit.ts';
import type { Change } from '#lib/streams/changes.ts';
import { collectionPartition } from '#lib/table/keys/keys.ts';
import { readPageAfter } from '#lib/table/query-pages.ts';
import { transact } from '#lib/table/transact.ts';
import { isStaleWrite } from '#lib/table/writes/write.ts';
import { findErasure } from './erasures.ts';
import { eraseLines, erasePersonalItem } from './items.ts';
import { readPersonalItems } from './lists.ts';

/** The parts of other domains. */
export interface Erasers {
  readonly getClock: (brandId: string) => Promise<Clock>;
  /** `now` is the real time. */
  readonly expireExports: (brandId: string, resources: readonly ExportResource[], now: Date) => Promise<void>;
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
  const { items, next } = await readPersonalItems(erasure);
  const ids: string[] = [];
  await forEachConcurrently(items, concurrency, async (item) => {
    ids.push(...(await erasePersonalItem(erasure, item)));
  });
  // One after the other: the events of several items are often in one page, and of concurrent writers of a page all but one fail.
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

/** Takes at least one step. Each step changes the erasure, so the stream invokes the function again. */
async function advance(erasure: Erasure | undefined, erasers: Erasers, deadline: number): Promise<void> {
  if (erasure === undefined) return;
  const clock = await erasers.getClock(erasure.brandId);
  let current: Erasure | undefined = erasure;
  while (current !== undefined && isWorking(current.phase)) {
    current = await commit(current, await nextOf(current, erasers, clock.now()));
    if (now().getTime() >= deadline) return;
  }
}

const erasuresIn = (changes: readonly Change[]): readonly Erasure[] => {
  const erasures = changes.flatMap(({ after }) =>
    after?.type === 'erasure' ? [storedErasure.parse(after)] : [],
  );
  return [...new Map(erasures.map((erasure) => [erasure.id, erasure])).values()];
};

interface RecordedErasure {
  readonly brandId: string;
  readonly id: string;
}

/** `recorded` are the erasures whose events are new in the feed. */
export async function continueErasures(
  changes: readonly Change[],
  recorded: readonly RecordedErasure[],
  erasers: Erasers,
): Promise<void> {
  const deadline = now().getTime() + streamMilliseconds;
  for (const { brandId, id } of erasuresIn(changes))
    await advance(await findErasure(brandId, id), erasers, deadline);
  for (const { brandId, id } of recorded) {
    const erasure = await findErasure(brandId, id);
    if (erasure?.phase !== 'record') continue;
    const clock = await erasers.getClock(brandId);
    await advance(await commit(erasure, nextPhase(erasure, clock.now())), erasers, deadline);
  }
}
