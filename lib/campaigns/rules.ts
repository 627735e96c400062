// Which status a campaign may go to, which campaigns count, and which dates it may have.
import { conflict, invalidField } from '#lib/shared/errors.ts';
import type { CampaignStatus } from './schema.ts';

const transitions = {
  draft: ['active'],
  active: ['paused', 'ended'],
  paused: ['active', 'ended'],
  ended: [],
} as const satisfies Record<CampaignStatus, readonly CampaignStatus[]>;

/** Throws 409 for a change that is not allowed; the status it has already is no change. */
export function checkStatusChange(from: CampaignStatus, to: CampaignStatus): void {
  const allowed: readonly CampaignStatus[] = transitions[from];
  if (from !== to && !allowed.includes(to)) {
    throw conflict(`A campaign that is ${from} cannot become ${to}`);
  }
}

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

export const countsOf = (status: CampaignStatus) => ({
  total: 1,
  [status]: 1,
  open: takesPlace(status) ? 1 : 0,
});

export const countMoves = (from: CampaignStatus, to: CampaignStatus) => ({
  [from]: -1,
  [to]: 1,
  open: Number(takesPlace(to)) - Number(takesPlace(from)),
});
