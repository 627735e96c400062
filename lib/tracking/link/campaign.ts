// Reads the campaign that a tracking link names.
import { isRunning, type Schedule } from '#lib/campaigns/rules/running.ts';
import type { CampaignStatus } from '#lib/campaigns/schema.ts';
import { type Item, text, textOrNull } from './item.ts';

export interface LinkCampaign extends Schedule {
  readonly id: string;
}

const statuses: Readonly<Record<CampaignStatus, true>> = {
  draft: true,
  active: true,
  paused: true,
  ended: true,
};
const isStatus = (value: string): value is CampaignStatus => Object.hasOwn(statuses, value);

/** A draft is not public, so a link ignores it as it ignores an unknown campaign. */
export const published = (item: Item | undefined): Item | undefined =>
  item?.status === 'draft' ? undefined : item;

export function toLinkCampaign(item: Item): LinkCampaign {
  const status = text(item, 'status');
  if (!isStatus(status)) throw new Error('The stored campaign has an unknown status');
  return {
    id: text(item, 'id'),
    status,
    startDate: textOrNull(item, 'startDate'),
    endDate: textOrNull(item, 'endDate'),
    stoppedAt: textOrNull(item, 'stoppedAt'),
  };
}

interface TargetOfCampaign {
  readonly campaign: LinkCampaign | null;
  readonly timezone: string;
}

/** Decides for each click, because a cached target may be older than the start or the end of the campaign. */
export const runningCampaignId = ({ campaign, timezone }: TargetOfCampaign, at: Date): string | null =>
  campaign !== null && isRunning(campaign, timezone, at) ? campaign.id : null;
