// Decides whether an order may use a discount code.
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { valueAt } from '#lib/foundation/shared/past-values.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';

export const codeObstacles = ['codeNotStarted', 'codeEnded', 'codePaused', 'codeUsedUp'] as const;
export type CodeObstacle = (typeof codeObstacles)[number];

type Validity = Pick<
  Discount,
  'startsAt' | 'endsAt' | 'status' | 'pastStatuses' | 'usageLimit' | 'usageCount'
>;

/** Judges by the status at the time of the order, but by the present start, end and limit, so that a brand can correct them. */
export function codeObstacleOf(discount: Validity, orderedAt: Date): CodeObstacle | null {
  const { startsAt, endsAt, status, pastStatuses, usageLimit, usageCount } = discount;
  if (startsAt !== null && orderedAt.getTime() < Date.parse(startsAt)) return 'codeNotStarted';
  if (endsAt !== null && orderedAt.getTime() >= Date.parse(endsAt)) return 'codeEnded';
  if (valueAt(pastStatuses, status, orderedAt).value === 'paused') return 'codePaused';
  return usageLimit !== null && usageCount >= usageLimit ? 'codeUsedUp' : null;
}

/** Throws a 400 if the code would end before it starts. */
export function checkPeriod({ startsAt, endsAt }: Pick<Discount, 'startsAt' | 'endsAt'>): void {
  if (startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt)) {
    throw invalidField('endsAt', '`endsAt` must be after `startsAt`');
  }
}
