// Builds the write that counts a creation in the current billing period, and refuses it above the plan's limit.
import { currentPeriod } from '#lib/access/billing/rules/billing-period.ts';
import { type Creatable, creationLimits, effectivePlan } from '#lib/access/billing/rules/plans.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { forbidden } from '#lib/foundation/shared/errors.ts';
import { periodCounterOwner } from '#lib/foundation/table/keys/keys.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';

/** Counts without a limit as well, because the plan can change within the period. */
export function countCreation(brand: Brand, kind: Creatable, id: string, now: Date): Write {
  const { start, end } = currentPeriod(new Date(brand.createdAt), now);
  const limit = creationLimits(effectivePlan({ plan: brand.plan, status: brand.subscriptionStatus }))[kind];
  const refused = () =>
    forbidden(
      'creation_limit_reached',
      `The plan allows ${limit} new ${kind} in a billing period. The next period begins at ${end.toISOString()}`,
    );
  return incrementCounter(
    periodCounterOwner(brand.id, start),
    'creations',
    id,
    { [kind]: 1 },
    limit === null ? undefined : { field: kind, below: limit, refused },
  );
}

/** Gives the creation back to the billing period in which it was counted. */
export function uncountCreation(brand: Brand, kind: Creatable, id: string, createdAt: Date): Write {
  const { start } = currentPeriod(new Date(brand.createdAt), createdAt);
  return incrementCounter(periodCounterOwner(brand.id, start), 'creations', id, { [kind]: -1 });
}
