// Releases the commissions that a dismissed finding about a creator holds, in the worker behind the queue of payouts.
import type { Brand } from '#lib/access/brands/schema.ts';
import { runAs } from '#lib/foundation/shared/actor.ts';
import type { Clock } from '#lib/foundation/shared/clock.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import { timeLimit, workMilliseconds } from '#lib/foundation/shared/time-limit.ts';
import { dispatch } from '#lib/foundation/streams/work.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { DecisionFilter } from '#lib/money/commissions/schema/inputs.ts';
import { findingIdOf } from '#lib/money/fraud/rules/finding-id.ts';
import { releaseHeld, releasesHeld } from '#lib/money/fraud/rules/release.ts';
import { type FraudFinding, storedFinding } from '#lib/money/fraud/schema/finding.ts';
import { findingKey } from '#lib/money/fraud/writes.ts';
import { findingsOf } from './watched-facts.ts';

/** The parts of other domains. */
export interface Releasing {
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

async function findFinding(brandId: string, id: string): Promise<FraudFinding | undefined> {
  const [found] = await getItems([findingKey(brandId, id)]);
  return found && storedFinding.parse(found);
}

/** A second worker finds the released commissions no more, so the work can be repeated. */
export async function releaseOf(item: WorkItem, operations: Releasing): Promise<void> {
  const { brandId } = item;
  const finding = await findFinding(brandId, item.id);
  if (!releasesHeld(finding)) return;
  const { affiliateId } = finding;
  const [brand, clock, findings] = await Promise.all([
    operations.getBrand(brandId),
    operations.getClock(brandId),
    findingsOf({ brandId, id: affiliateId }),
  ]);
  const release = async (before: Commission): Promise<Commission> => {
    const { conversionId } = before;
    const ofOrder = conversionId === null ? undefined : await findFinding(brandId, findingIdOf(conversionId));
    return releaseHeld(before, { finding, findings, ofOrder }, clock.now());
  };
  const isOver = timeLimit(workMilliseconds);
  let after: string | null = null;
  do {
    const found = await operations.findMatching(brand, { status: 'pending', affiliateId, held: true }, after);
    for (const id of found.ids) {
      if (isOver()) return dispatch('payouts', [item]);
      await runAs({ id: finding.decidedBy ?? 'service' }, () =>
        operations.updateCommission(brandId, id, clock.now(), release),
      );
    }
    after = found.cursor;
  } while (after !== null);
}
