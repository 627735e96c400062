// Adds the expanded creator and campaign to a row of a response.
import { presentAffiliate } from '#lib/affiliates/present.ts';
import type { Affiliate } from '#lib/affiliates/schema/affiliate.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { presentCampaign } from '#lib/campaigns/present.ts';
import type { Campaign } from '#lib/campaigns/schema.ts';

interface Row {
  readonly affiliateId: string | null;
  readonly campaignId: string | null;
}

interface Records {
  readonly affiliates?: ReadonlyMap<string, Affiliate>;
  readonly campaigns?: ReadonlyMap<string, Campaign>;
}

function presentNamed<Stored, Presented>(
  records: ReadonlyMap<string, Stored>,
  id: string | null,
  present: (stored: Stored) => Presented,
): Presented | null {
  const found = id === null ? undefined : records.get(id);
  return found === undefined ? null : present(found);
}

export const presentExpanded = <R extends Row>(
  row: R,
  { affiliates, campaigns }: Records,
  brand: Brand,
  now: Date,
) => ({
  ...row,
  ...(affiliates !== undefined && {
    affiliate: presentNamed(affiliates, row.affiliateId, (found) => presentAffiliate(found, brand.currency)),
  }),
  ...(campaigns !== undefined && {
    campaign: presentNamed(campaigns, row.campaignId, (found) => presentCampaign(found, brand, now)),
  }),
});
