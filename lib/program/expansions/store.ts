// Reads the creators and campaigns to which the rows of a response refer.

import { getItems } from '#lib/foundation/table/client.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { withSpreadTotals } from '#lib/foundation/table/totals.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';
import { storedCampaign } from '#lib/program/campaigns/schema.ts';
import { campaignKey } from '#lib/program/campaigns/writes.ts';
import type { ExpandedRecords, References } from './rules.ts';
import type { Expandable } from './schema/query.ts';

const idsIn = (ids: readonly (string | null)[]): readonly string[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

async function parseEach<Stored extends { readonly id: string }>(
  items: readonly (Item | undefined)[],
  parse: (item: Item) => Stored,
): Promise<ReadonlyMap<string, Stored>> {
  const found = items.filter((item) => item !== undefined);
  const complete = await Promise.all(found.map(withSpreadTotals));
  return new Map(complete.map((item) => [String(item.id), parse(item)]));
}

/** Reads all records together, in one call for each 100 of them. */
export async function readExpansions(
  brandId: string,
  rows: readonly References[],
  names: readonly Expandable[] = [],
): Promise<ExpandedRecords> {
  const [ofAffiliates, ofCampaigns] = [names.includes('affiliate'), names.includes('campaign')];
  const affiliateKeys: readonly Key[] = ofAffiliates
    ? idsIn(rows.map(({ affiliateId }) => affiliateId)).map((id) => affiliateKey(brandId, id))
    : [];
  const campaignKeys: readonly Key[] = ofCampaigns
    ? idsIn(rows.map(({ campaignId }) => campaignId)).map((id) => campaignKey(brandId, id))
    : [];
  const items = await getItems([...affiliateKeys, ...campaignKeys]);
  const [affiliates, campaigns] = await Promise.all([
    parseEach(items.slice(0, affiliateKeys.length), (item) => storedAffiliate.parse(item)),
    parseEach(items.slice(affiliateKeys.length), (item) => storedCampaign.parse(item)),
  ]);
  return { ...(ofAffiliates && { affiliates }), ...(ofCampaigns && { campaigns }) };
}
