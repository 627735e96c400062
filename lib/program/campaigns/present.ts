// Converts a stored campaign to its API representation.
import type * as z from 'zod';
import type { Brand } from '#lib/access/brands/schema.ts';
import { annotationsOf } from '#lib/foundation/shared/annotations.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentRate } from '#lib/foundation/shared/rates.ts';
import { isRunning } from '#lib/program/campaigns/rules/running.ts';
import type { campaignAnswer } from './schema/endpoints.ts';
import type { Campaign } from './schema.ts';

export const presentCampaign = (
  campaign: Campaign,
  { currency, timezone }: Pick<Brand, 'currency' | 'timezone'>,
  now: Date,
): z.input<typeof campaignAnswer> => ({
  id: campaign.id,
  name: campaign.name,
  status: campaign.status,
  isRunning: isRunning(campaign, timezone, now),
  creatorsCount: campaign.creatorsCount,
  startDate: campaign.startDate,
  endDate: campaign.endDate,
  landingUrl: campaign.landingUrl,
  commission: campaign.commission === null ? null : presentRate(campaign.commission, currency),
  attributionWindowDays: campaign.attributionWindowDays,
  customerAttribution: campaign.customerAttribution,
  graceDays: campaign.graceDays,
  ...annotationsOf(campaign),
  totalRevenue: fromMinor(campaign.totalRevenue, currency),
  createdAt: campaign.createdAt,
});
