// Decides when a campaign runs, and which orders earn with it (docs/decisions/0050).
// This file must not import zod, because zod slows down the cold start of the tracking link.

import { addDays } from '#lib/foundation/shared/dates.ts';
import { dayIn } from '#lib/foundation/shared/time-zones.ts';
import { type PastValue, valueAt } from '#lib/foundation/shared/value-at.ts';
import type { Campaign } from '#lib/program/campaigns/schema.ts';

type Days = Pick<Campaign, 'startDate' | 'endDate'>;

export interface Schedule extends Days {
  readonly status: string;
  readonly pastStatuses: readonly PastValue<string>[];
}

export const wasActive = ({ status, pastStatuses }: Schedule, at: Date): boolean =>
  valueAt(pastStatuses, status, at).value === 'active';

/** `timezone` is the brand's time zone, in which `startDate` and `endDate` are days. */
function isOnItsDays({ startDate, endDate }: Days, timezone: string, at: Date): boolean {
  if (startDate === null && endDate === null) return true;
  const day = dayIn(timezone, at);
  return (startDate === null || startDate <= day) && (endDate === null || day <= endDate);
}

export const isRunning = (schedule: Schedule, timezone: string, at: Date): boolean =>
  wasActive(schedule, at) && isOnItsDays(schedule, timezone, at);

/** `isActive` is the status at the time of the click. */
export interface ClickedCampaign extends Days {
  readonly id: string;
  readonly isActive: boolean;
}

/** A link can name any campaign, but only a running campaign gets the click. */
export const campaignOfClick = (
  campaign: ClickedCampaign | null,
  timezone: string,
  at: Date,
): { readonly campaignId: string | null; readonly idleCampaignId?: string } => {
  if (campaign === null) return { campaignId: null };
  const { id, isActive } = campaign;
  return isActive && isOnItsDays(campaign, timezone, at)
    ? { campaignId: id }
    : { campaignId: null, idleCampaignId: id };
};

/** Returns the instant at which the status left `active` for the last time until `at`. Undefined if it has not. */
const lastStop = ({ pastStatuses }: Schedule, at: Date): Date | undefined => {
  const stop = pastStatuses.findLast(
    ({ value, until }) => value === 'active' && Date.parse(until) <= at.getTime(),
  );
  return stop && new Date(stop.until);
};

/** Returns the last day on which the campaign ran or will run, or null if it never ran or has no end. */
function lastDayOf(
  { startDate, endDate }: Schedule,
  stop: Date | undefined,
  timezone: string,
): string | null {
  const stopDay = stop === undefined ? null : dayIn(timezone, stop);
  const [lastDay = null] = [endDate, stopDay].filter((day) => day !== null).toSorted();
  return lastDay !== null && startDate !== null && lastDay < startDate ? null : lastDay;
}

interface OrderTimes {
  readonly orderedAt: Date;
  /** The time of the click, or of the creation of the discount code. */
  readonly referenceAt: Date;
}

/**
 * Returns whether an order earns with the campaign: while it runs, and during the `graceDays` after its last day by a click or a
 * code from before the stop.
 */
export function appliesTo(
  campaign: Schedule & Pick<Campaign, 'graceDays'>,
  timezone: string,
  { orderedAt, referenceAt }: OrderTimes,
): boolean {
  if (isRunning(campaign, timezone, orderedAt)) return true;
  const isActive = wasActive(campaign, orderedAt);
  const stop = isActive ? undefined : lastStop(campaign, orderedAt);
  if (!isActive && stop === undefined) return false;
  const lastDay = lastDayOf(campaign, stop, timezone);
  if (lastDay === null || campaign.graceDays === 0) return false;
  const orderDay = dayIn(timezone, orderedAt);
  const isInGrace =
    orderDay <= addDays(lastDay, campaign.graceDays) &&
    (campaign.startDate === null || campaign.startDate <= orderDay);
  const isBeforeStop = stop === undefined || referenceAt < stop;
  return isInGrace && isBeforeStop && dayIn(timezone, referenceAt) <= lastDay;
}
