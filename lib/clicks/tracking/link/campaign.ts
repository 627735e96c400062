// Reads the campaign that a tracking link names.
import type { Schedule } from '#lib/program/campaigns/rules/running.ts';
import type { CampaignStatus } from '#lib/program/campaigns/schema.ts';
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

/** A draft is not public, so a link never leads to its landing page. */
export const landingUrlOf = (item: Item | undefined): unknown =>
  item === undefined || item.status === 'draft' ? undefined : item.landingUrl;
