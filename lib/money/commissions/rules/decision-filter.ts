// Decides which commissions the filter of a decision selects.
import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { isEmpty, rangeBetween, type TimeRange } from '#lib/foundation/shared/time-ranges.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { DecisionFilter } from '#lib/money/commissions/schema/inputs.ts';

export const matches = (
  { status, campaignId, held }: DecisionFilter,
  { status: itsStatus, campaignId: itsCampaign, hold }: Commission,
): boolean =>
  status === itsStatus &&
  (campaignId === undefined || campaignId === itsCampaign) &&
  (held === undefined || held === (hold !== null));

/** Throws a 409 for a commission that the filter does not select any more, because it has changed since it was found. */
export function checkMatches(filter: DecisionFilter, commission: Commission): void {
  if (matches(filter, commission)) return;
  const { status, campaignId, hold } = commission;
  const campaign = campaignId === null ? 'in no campaign' : `in campaign ${campaignId}`;
  const held = hold === null ? 'not held' : 'held';
  throw conflict(
    'status_conflict',
    `The filter does not select the commission any more: it is ${status}, ${held}, and ${campaign}`,
  );
}

/** Throws a 400 if no time is in the range. */
export function decisionRange(
  { createdFrom, createdTo }: Pick<DecisionFilter, 'createdFrom' | 'createdTo'>,
  timezone: string,
): TimeRange {
  const range = rangeBetween(createdFrom, createdTo, timezone);
  if (isEmpty(range)) throw invalidField('filter.createdFrom', 'Must not be after `createdTo`');
  return range;
}

/** The result can be empty. */
export const endingBy = (range: TimeRange, end: Date): TimeRange => ({
  ...range,
  before: range.before !== undefined && range.before < end ? range.before : end,
});
