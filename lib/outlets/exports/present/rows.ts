// Converts stored items to the rows of an export.

import type { Item } from '#lib/foundation/table/keys/item.ts';
import { presentCommission } from '#lib/money/commissions/present.ts';
import { storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { presentConversion } from '#lib/money/conversions/present.ts';
import { storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import { presentPayout } from '#lib/money/payouts/present.ts';
import { storedPayout } from '#lib/money/payouts/schema/stored.ts';
import { columnsOf } from '#lib/outlets/exports/rules/columns.ts';
import type { Row } from '#lib/outlets/exports/rules/format.ts';
import type { ListedResource } from '#lib/outlets/exports/rules/resources.ts';
import type { Export } from '#lib/outlets/exports/schema.ts';
import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { presentCampaign } from '#lib/program/campaigns/present.ts';
import { storedCampaign } from '#lib/program/campaigns/schema.ts';
import { presentDiscount } from '#lib/program/discounts/present.ts';
import { storedDiscount } from '#lib/program/discounts/schema/discount.ts';
import { presentEntry } from '#lib/record/events/present/response.ts';
import type { TrailEntry } from '#lib/record/events/rules/trail-entry.ts';

type Source = Pick<Export, 'currency' | 'timezone' | 'linkDomain'>;

/** Parses a stored item and presents it as the list does. */
const rowOf: Readonly<Record<ListedResource, (item: Item, source: Source, now: Date) => Row>> = {
  affiliates: (item, source) => presentAffiliate(storedAffiliate.parse(item), source),
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
