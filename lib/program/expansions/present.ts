// Adds the expanded creator and campaign to a row of a response.

import type { Brand } from '#lib/access/brands/schema.ts';
import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { presentCampaign } from '#lib/program/campaigns/present.ts';
import type { ExpandedRecords, References } from './rules.ts';

function presentNamed<Stored, Presented>(
  records: ReadonlyMap<string, Stored>,
  id: string | null,
  present: (stored: Stored) => Presented,
): Presented | null {
  const found = id === null ? undefined : records.get(id);
  return found === undefined ? null : present(found);
}

export const presentExpanded = <Row extends References>(
  row: Row,
  { affiliates, campaigns }: ExpandedRecords,
  brand: Brand,
  now: Date,
) => ({
  ...row,
  ...(affiliates !== undefined && {
    affiliate: presentNamed(affiliates, row.affiliateId, (found) => presentAffiliate(found, brand)),
  }),
  ...(campaigns !== undefined && {
    campaign: presentNamed(campaigns, row.campaignId, (found) => presentCampaign(found, brand, now)),
  }),
});
