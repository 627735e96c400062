// Reads a brand's usage of its plan.
import { currentPeriod } from '#lib/access/billing/rules/billing-period.ts';
import type { Creatable } from '#lib/access/billing/rules/plans.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { periodCounterOwner } from '#lib/foundation/table/keys/keys.ts';

type Numbers = Readonly<Record<Creatable, number>>;

export async function readUsage(brandId: string): Promise<Numbers> {
  const [affiliates, campaigns] = await Promise.all([
    readCounter(brandId, 'affiliates'),
    readCounter(brandId, 'campaigns'),
  ]);
  return { creators: affiliates.used ?? 0, campaigns: campaigns.open ?? 0 };
}

/** Returns the numbers of creators and campaigns that the brand has created in the current billing period. */
export async function readCreations({ id, createdAt }: Brand, now: Date): Promise<Numbers> {
  const { start } = currentPeriod(new Date(createdAt), now);
  const { creators = 0, campaigns = 0 } = await readCounter(periodCounterOwner(id, start), 'creations');
  return { creators, campaigns };
}
