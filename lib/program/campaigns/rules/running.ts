// Decides when a campaign runs, and which orders earn with it (docs/decisions/0050).
// This file must not import zod, because zod slows down the cold start of the tracking link.

import { addDays } from '#lib/foundation/shared/dates.ts';
import { dayIn } from '#lib/foundation/shared/time-zones.ts';
import type { Campaign } from '#lib/program/campaigns/schema.ts';

/** The status can be any text, because the tracking link does not parse the items that it reads. */
export interface Schedule extends Pick<Campaign, 'startDate' | 'endDate' | 'stoppedAt'> {
  readonly status: string;
}

/** Pausing or ending a campaign affects only later instants, so that an order that is reported late gets the same result. */
const isBeforeStop = ({ status, stoppedAt }: Schedule, at: Date): boolean =>
  status === 'active' || (stoppedAt !== null && at.getTime() < Date.parse(stoppedAt));

/** `timezone` is the brand's time zone, in which `startDate` and `endDate` are days. */
export function isRunning(schedule: Schedule, timezone: string, at: Date): boolean {
  const { startDate, endDate } = schedule;
  if (!isBeforeStop(schedule, at)) return false;
  if (startDate === null && endDate === null) return true;
  const day = dayIn(timezone, at);
  return (startDate === null || startDate <= day) && (endDate === null || day <= endDate);
}

/** A link can name any campaign, but only a running campaign gets the click. */
export const campaignOfClick = (
  campaign: (Schedule & Pick<Campaign, 'id'>) | null,
  timezone: string,
  at: Date,
): { readonly campaignId: string | null; readonly idleCampaignId?: string } => {
  if (campaign === null) return { campaignId: null };
  const { id } = campaign;
  return isRunning(campaign, timezone, at) ? { campaignId: id } : { campaignId: null, idleCampaignId: id };
};

/** Returns the last day on which the campaign ran or will run, or null if it never ran or has no end. */
function lastDayOf({ status, startDate, endDate, stoppedAt }: Schedule, timezone: string): string | null {
  if (status !== 'active' && stoppedAt === null) return null;
  const stopDay = stoppedAt === null ? null : dayIn(timezone, new Date(stoppedAt));
  const [lastDay = null] = [endDate, stopDay].filter((day) => day !== null).toSorted();
  return lastDay !== null && startDate !== null && lastDay < startDate ? null : lastDay;
}

export interface OrderTimes {
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
  const lastDay = lastDayOf(campaign, timezone);
  if (lastDay === null || campaign.graceDays === 0) return false;
  const orderDay = dayIn(timezone, orderedAt);
  const isInGrace =
    orderDay <= addDays(lastDay, campaign.graceDays) &&
    (campaign.startDate === null || campaign.startDate <= orderDay);
  return isInGrace && isBeforeStop(campaign, referenceAt) && dayIn(timezone, referenceAt) <= lastDay;
}

/** Returns the instant at which the status left `active`, or null if it is `active` or has never been. */
export const stoppedAtAfter = (
  before: Pick<Campaign, 'status' | 'stoppedAt'>,
  status: Campaign['status'],
  now: Date,
): string | null => {
  if (status === 'active') return null;
  return before.status === 'active' ? now.toISOString() : before.stoppedAt;
};
