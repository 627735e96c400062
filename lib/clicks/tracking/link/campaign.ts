// Reads the campaign that a tracking link names.
import type { ClickedCampaign } from '#lib/program/campaigns/rules/running.ts';
import { type Item, text, textOrNull } from './item.ts';

export type LinkCampaign = ClickedCampaign;

export const toLinkCampaign = (item: Item): LinkCampaign => ({
  id: text(item, 'id'),
  isActive: text(item, 'status') === 'active',
  startDate: textOrNull(item, 'startDate'),
  endDate: textOrNull(item, 'endDate'),
});

/** A draft is not public, so a link never leads to its landing page. */
export const landingUrlOf = (item: Item | undefined): unknown =>
  item === undefined || item.status === 'draft' ? undefined : item.landingUrl;
