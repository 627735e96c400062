// Which status a campaign may go to, which campaigns count, and which dates it may have.
import { invalidField } from '#lib/shared/errors.ts';
import { checkTransition, countDeltas } from '#lib/shared/transitions.ts';
import type { CampaignStatus } from './schema.ts';

const transitions = {
  draft: ['active'],
  active: ['paused', 'ended'],
  paused: ['active', 'ended'],
  ended: [],
} as const satisfies Record<CampaignStatus, readonly CampaignStatus[]>;

/** Throws 409 for a change that is not allowed; the status it has already is no change. */
export const checkStatusChange = (from: CampaignStatus, to: CampaignStatus): void =>
  checkTransition('campaign', transitions, from, to);

/** Dates are compared as they are written: `YYYY-MM-DD` sorts by time. */
export function checkDates({
  startDate,
  endDate,
}: {
  startDate: string | null;
  endDate: string | null;
}): void {
  if (startDate !== null && endDate !== null && endDate < startDate) {
    throw invalidField('endDate', 'Must not be before startDate');
  }
}

/** Every campaign but the ended ones takes a place of the plan. */
export const takesPlace = (status: CampaignStatus): boolean => status !== 'ended';

/** What the counts of a brand's campaigns gain by one campaign of this status. */
export const countsOf = (status: CampaignStatus) => ({
  total: 1,
  [status]: 1,
  open: takesPlace(status) ? 1 : 0,
});

/** What they gain when one goes from a status to another. */
export const countMoves = (from: CampaignStatus, to: CampaignStatus) =>
  countDeltas(countsOf(from), countsOf(to));
