// Reads the names of the creators, campaigns and discount codes in a report.

import type { Scope } from '#lib/foundation/contract/scope.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { type Label, type Labels, labels } from '#lib/outlets/figures/rules/labels.ts';
import { isIdGroup } from '#lib/outlets/figures/rules/performance-request.ts';
import type { PerformanceReport } from '#lib/outlets/figures/rules/performance-rows.ts';
import type { IdGroup } from '#lib/outlets/figures/schema/performance.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { storedCampaign } from '#lib/program/campaigns/schema.ts';
import { storedDiscount } from '#lib/program/discounts/schema/discount.ts';

const labelOf: Readonly<Record<IdGroup, (item: Item) => Label>> = {
  affiliate: (item) => storedAffiliate.pick({ name: true, email: true }).parse(item),
  campaign: (item) => storedCampaign.pick({ name: true }).parse(item),
  discount: (item) => storedDiscount.pick({ code: true }).parse(item),
};

/** Returns undefined for a report without labels, or if the caller may not read them. */
export async function readLabels(
  brandId: string,
  { request, rows }: PerformanceReport,
  mayRead: (scope: Scope) => boolean,
): Promise<Labels | undefined> {
  const { groupBy } = request.query;
  if (!isIdGroup(groupBy) || !mayRead(labels[groupBy].scope)) return undefined;
  const ids = rows.map(({ key }) => key).filter((id) => id !== '');
  const wanted = ids.map((id) => keys.item(brandId, groupBy, id));
  const items = await getItems(wanted, { isConsistent: false });
  const found = items.filter((item) => item !== undefined);
  return new Map(found.map((item) => [String(item.sk), labelOf[groupBy](item)]));
}
