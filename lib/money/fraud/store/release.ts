// Releases the commissions that a dismissed finding about a creator holds, in the worker behind the queue of payouts.
import type { Brand } from '#lib/access/brands/schema.ts';
import { runAs } from '#lib/foundation/shared/actor.ts';
import type { Clock } from '#lib/foundation/shared/clock.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import { timeLimit, workMilliseconds } from '#lib/foundation/shared/time-limit.ts';
import { dispatch } from '#lib/foundation/streams/work.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { type Commission, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import type { DecisionFilter } from '#lib/money/commissions/schema/inputs.ts';
import { commissionKey } from '#lib/money/commissions/writes.ts';
import { findingIdOf } from '#lib/money/fraud/rules/finding-id.ts';
import { releaseHeld, releasesHeld } from '#lib/money/fraud/rules/release.ts';
import { type FraudFinding, storedFinding } from '#lib/money/fraud/schema/finding.ts';
import { findingKey } from '#lib/money/fraud/writes.ts';
import { findingsOf } from './watched-facts.ts';

/** The parts of other domains. */
interface Releasing {
  readonly getBrand: (brandId: string) => Promise<Brand>;
  readonly getClock: (brandId: string) => Promise<Clock>;
  readonly findMatching: (
    brand: Brand,
    filter: DecisionFilter,
    after: string | null,
  ) => Promise<{ readonly ids: readonly string[]; readonly cursor: string | null }>;
  readonly updateCommission: (
    brandId: string,
    id: string,
    now: Date,
    change: (before: Commission) => Promise<Commission>,
  ) => Promise<unknown>;
}

async function findFindings(brandId: string, ids: readonly string[]): Promise<readonly FraudFinding[]> {
  const found = await getItems(ids.map((id) => findingKey(brandId, id)));
  return found.filter((item) => item !== undefined).map((item) => storedFinding.parse(item));
}

interface Dismissed {
  readonly finding: FraudFinding;
  /** All findings about the creator. */
  readonly findings: readonly FraudFinding[];
  readonly now: Date;
}

const orderFindingId = ({ conversionId }: Commission): readonly string[] =>
  conversionId === null ? [] : [findingIdOf(conversionId)];

/** Returns each commission before and after the release. One that stays held is the same object. */
async function releaseAll(
  commissions: readonly Commission[],
  { finding, findings, now }: Dismissed,
): Promise<readonly (readonly [before: Commission, after: Commission])[]> {
  const ofOrders = await findFindings(finding.brandId, commissions.flatMap(orderFindingId));
  return commissions.map((before) => {
    const ofOrder = ofOrders.find(({ conversionId }) => conversionId === before.conversionId);
    return [before, releaseHeld(before, { finding, findings, ofOrder }, now)];
  });
}

async function releaseOne(before: Commission, dismissed: Dismissed): Promise<Commission> {
  const [pair] = await releaseAll([before], dismissed);
  return pair?.[1] ?? before;
}

/** Reads many commissions at once, so that the worker soon gets past those that stay held. */
async function findReleasable(ids: readonly string[], dismissed: Dismissed): Promise<readonly string[]> {
  const { brandId } = dismissed.finding;
  const found = await getItems(ids.map((id) => commissionKey(brandId, id)));
  const commissions = found.filter((item) => item !== undefined).map((item) => storedCommission.parse(item));
  const pairs = await releaseAll(commissions, dismissed);
  return pairs.filter(([before, after]) => after !== before).map(([{ id }]) => id);
}

/** A second worker finds the released commissions no more, so the work can be repeated. */
export async function releaseOf(item: WorkItem, operations: Releasing): Promise<void> {
  const { brandId } = item;
  const [finding] = await findFindings(brandId, [item.id]);
  if (!releasesHeld(finding)) return;
  const { affiliateId } = finding;
  const [brand, clock, findings] = await Promise.all([
    operations.getBrand(brandId),
    operations.getClock(brandId),
    findingsOf({ brandId, id: affiliateId }),
  ]);
  const release = (before: Commission) => releaseOne(before, { finding, findings, now: clock.now() });
  const isOver = timeLimit(workMilliseconds);
  let after: string | null = null;
  do {
    const found = await operations.findMatching(brand, { status: 'pending', affiliateId, held: true }, after);
    for (const id of await findReleasable(found.ids, { finding, findings, now: clock.now() })) {
      if (isOver()) return dispatch('payouts', [item]);
      await runAs({ id: finding.decidedBy ?? 'service' }, () =>
        operations.updateCommission(brandId, id, clock.now(), release),
      );
    }
    after = found.cursor;
  } while (after !== null);
}
