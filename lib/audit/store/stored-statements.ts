// What is stored of a brand, as statements to hold against its ledger.
import type * as z from 'zod';
import { storedAffiliate } from '#lib/affiliates/schema.ts';
import { ofConversion, ofStoredCommission } from '#lib/audit/rules/statements.ts';
import { type Statement, subjects } from '#lib/audit/rules/subjects.ts';
import { storedCampaign } from '#lib/campaigns/schema.ts';
import { storedCommission } from '#lib/commissions/schema/commission.ts';
import { indexKeysOf as listsOfCommission } from '#lib/commissions/writes.ts';
import { type Conversion, storedConversion, storedOrder } from '#lib/conversions/schema/conversion.ts';
import { storedRefund } from '#lib/conversions/schema/refund.ts';
import { indexKeysOf as listsOfConversion } from '#lib/conversions/writes.ts';
import { storedDiscount } from '#lib/discounts/schema.ts';
import { queryPartition } from '#lib/table/client.ts';
import { readCounter } from '#lib/table/counters.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { affiliateScope, collectionPartition, indexes } from '#lib/table/keys/keys.ts';
import { orderPartition, refundPartition } from '#lib/table/keys/money-keys.ts';
import { queryPages } from '#lib/table/query-pages.ts';
import { withSpreadTotals } from '#lib/table/totals.ts';

const atOnce = 16;

/** What `work` makes of each item of a partition, some at a time. */
export async function* eachIn(
  partition: string,
  work: (item: Item) => Promise<readonly Statement[]> | readonly Statement[],
): AsyncGenerator<Statement> {
  for await (const page of queryPages({ partition })) {
    for (let first = 0; first < page.length; first += atOnce) {
      for (const made of await Promise.all(page.slice(first, first + atOnce).map(work))) yield* made;
    }
  }
}

/** In how many of its lists an item does not stand, or stands though it should not. */
const misplacedIn = (item: Item, lists: Readonly<Record<string, unknown>>): number =>
  Object.values(indexes).filter(({ partitionKey: name }) => item[name] !== lists[name]).length;

/** What an item says once it is read; that it cannot be is a figure of its own. */
export async function read<Schema extends z.ZodType>(
  schema: Schema,
  item: Item,
  subject: string,
  say: (parsed: z.output<Schema>) => Promise<readonly Statement[]> | readonly Statement[],
): Promise<readonly Statement[]> {
  const { success, data } = schema.safeParse(item);
  return success ? say(data) : [{ subject, figures: { unreadable: 1 } }];
}

export const idIn = (item: Item): string => String(item.id);

async function ofAffiliate(brandId: string, item: Item): Promise<readonly Statement[]> {
  const subject = subjects.affiliate(idIn(item));
  return read(storedAffiliate, await withSpreadTotals(item), subject, async (creator) => {
    const { id, totalRevenue, totalOrders, commissionEarned } = creator;
    const scope = affiliateScope(brandId, id);
    const [conversions, commissions] = await Promise.all([
      readCounter(scope, 'affiliateConversions'),
      readCounter(scope, 'affiliateCommissions'),
    ]);
    return [
      { subject, figures: { totalRevenue, totalOrders, commissionEarned } },
      { subject: subjects.conversionCounts(id), figures: conversions },
      { subject: subjects.commissionCounts(id), figures: commissions },
    ];
  });
}

/** All sums and counts. */
export async function* storedSums(brandId: string): AsyncGenerator<Statement> {
  yield { subject: subjects.conversionCounts(brandId), figures: await readCounter(brandId, 'conversions') };
  yield { subject: subjects.commissionCounts(brandId), figures: await readCounter(brandId, 'commissions') };
  yield* eachIn(collectionPartition(brandId, 'affiliate'), (item) => ofAffiliate(brandId, item));
  yield* eachIn(collectionPartition(brandId, 'campaign'), async (item) => {
    const subject = subjects.campaign(idIn(item));
    return read(storedCampaign, await withSpreadTotals(item), subject, ({ totalRevenue }) => [
      { subject, figures: { totalRevenue } },
    ]);
  });
  yield* eachIn(collectionPartition(brandId, 'discount'), async (item) => {
    const subject = subjects.discount(idIn(item));
    return read(storedDiscount, await withSpreadTotals(item), subject, ({ usageCount, totalRevenue }) => [
      { subject, figures: { usageCount, totalRevenue } },
    ]);
  });
}

/** All records of a share; of the others nothing is done but that their pages are read. */
export async function* storedRecords(
  brandId: string,
  isInShare: (id: string) => boolean,
): AsyncGenerator<Statement> {
  yield* eachIn(collectionPartition(brandId, 'conversion'), (item) => {
    if (!isInShare(idIn(item))) return [];
    return read(storedConversion, item, subjects.conversion(idIn(item)), async (conversion) => {
      const own = ofConversion(conversion, misplacedIn(item, listsOfConversion(conversion)));
      return conversion.refundedAmount === 0 ? [own] : [own, await storedRefunds(conversion)];
    });
  });
  yield* eachIn(orderPartition(brandId), (item) => {
    const conversionId = String(item.conversionId);
    if (!isInShare(conversionId)) return [];
    const subject = subjects.order(conversionId);
    return read(storedOrder, item, subject, () => [{ subject, figures: { items: 1 } }]);
  });
  yield* eachIn(collectionPartition(brandId, 'commission'), (item) => {
    if (!isInShare(idIn(item))) return [];
    return read(storedCommission, item, subjects.commission(idIn(item)), (commission) => [
      ofStoredCommission(commission, misplacedIn(item, listsOfCommission(commission))),
    ]);
  });
}

async function storedRefunds({ brandId, id }: Conversion): Promise<Statement> {
  const refunds = (await queryPartition(refundPartition(brandId, id))).map((item) =>
    storedRefund.safeParse(item),
  );
  const amount = refunds.reduce((sum, { data }) => sum + (data?.amount ?? 0), 0);
  const unreadable = refunds.filter(({ success }) => !success).length;
  return { subject: subjects.refunds(id), figures: { items: refunds.length, amount, unreadable } };
}
