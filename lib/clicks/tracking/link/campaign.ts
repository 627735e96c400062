// Reads the campaign that a tracking link names.
import type { Schedule } from '#lib/program/campaigns/rules/running.ts';
import { type Item, text, textOrNull } from './item.ts';

export interface LinkCampaign extends Schedule {
  readonly id: string;
}

export const toLinkCampaign = (item: Item): LinkCampaign => ({
  id: text(item, 'id'),
  status: text(item, 'status'),
  startDate: textOrNull(item, 'startDate'),
  endDate: textOrNull(item, 'endDate'),
  // A link asks only about the present.
  pastStatuses: [],
});

/** A draft is not public, so a link never leads to its landing page. */
export const landingUrlOf = (item: Item | undefined): unknown =>
  item === undefined || item.status === 'draft' ? undefined : item.landingUrl;
