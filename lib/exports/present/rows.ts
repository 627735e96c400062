// Converts stored items to the rows of an export.
import { presentAffiliate } from '#lib/affiliates/present.ts';
import { storedAffiliate } from '#lib/affiliates/schema/affiliate.ts';
import { presentCampaign } from '#lib/campaigns/present.ts';
import { storedCampaign } from '#lib/campaigns/schema.ts';
import { presentCommission } from '#lib/commissions/present.ts';
import { storedCommission } from '#lib/commissions/schema/commission.ts';
import { presentConversion } from '#lib/conversions/present.ts';
import { storedConversion } from '#lib/conversions/schema/conversion.ts';
import { presentDiscount } from '#lib/discounts/present.ts';
import { storedDiscount } from '#lib/discounts/schema/discount.ts';
import { presentEntry } from '#lib/events/present/response.ts';
import type { TrailEntry } from '#lib/events/rules/trail-entry.ts';
import { columnsOf } from '#lib/exports/rules/columns.ts';
import type { Row } from '#lib/exports/rules/format.ts';
import type { ListedResource } from '#lib/exports/rules/resources.ts';
import type { Export } from '#lib/exports/schema.ts';
import { presentPayout } from '#lib/payouts/present.ts';
import { storedPayout } from '#lib/payouts/schema/stored.ts';
import type { Item } from '#lib/table/keys/item.ts';

type Source = Pick<Export, 'currency' | 'timezone'>;

/** Parses a stored item and presents it as the list does. */
const rowOf: Readonly<Record<ListedResource, (item: Item, source: Source, now: Date) => Row>> = {
  affiliates: (item, { currency }) => presentAffiliate(storedAffiliate.parse(item), currency),
  campaigns: (item, source, now) => presentCampaign(storedCampaign.parse(item), source, now),
  discounts: (item, { currency }) => presentDiscount(storedDiscount.parse(item), currency),
  conversions: (item) => presentConversion(storedConversion.parse(item)),
  commissions: (item) => presentCommission(storedCommission.parse(item)),
  payouts: (item) => presentPayout(storedPayout.parse(item)),
};

export const presenter = {
  columnsOf,
  rowOf: (source: Source & { readonly resource: ListedResource }, item: Item, now: Date): Row =>
    rowOf[source.resource](item, source, now),
  entryRow: (entry: TrailEntry): Row => presentEntry(entry),
};
