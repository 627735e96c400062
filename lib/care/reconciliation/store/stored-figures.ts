// Calculates figures from the stored totals and records of a brand, for the comparison with the ledger.
import type * as z from 'zod';
import { commissionFigures, conversionFigures } from '#lib/care/reconciliation/rules/stored-figures.ts';
import { type Figures, type SubjectFigures, subjects } from '#lib/care/reconciliation/rules/subjects.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { indexes } from '#lib/foundation/table/keys/indexes.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { affiliateCounterOwner, collectionPartition } from '#lib/foundation/table/keys/keys.ts';
import { orderPartition, refundPartition } from '#lib/foundation/table/keys/money-keys.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import { withSpreadTotals } from '#lib/foundation/table/totals.ts';
import { storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { commissionIndexKeys } from '#lib/money/commissions/writes.ts';
import { recordedIdIn } from '#lib/money/conversions/rules/address.ts';
import { type Conversion, storedConversion, storedOrder } from '#lib/money/conversions/schema/conversion.ts';
import { storedRefund } from '#lib/money/conversions/schema/stored-refund.ts';
import { conversionIndexKeys } from '#lib/money/conversions/writes.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { type Campaign, storedCampaign } from '#lib/program/campaigns/schema.ts';
import { storedDiscount } from '#lib/program/discounts/schema/discount.ts';

const concurrentItems = 16;

export async function* figuresOfPartition(
  partition: string,
  figuresOf: (item: Item) => Promise<readonly SubjectFigures[]> | readonly SubjectFigures[],
): AsyncGenerator<SubjectFigures> {
  for await (const page of queryPages({ partition })) {
    for (let start = 0; start < page.length; start += concurrentItems) {
      for (const figures of await Promise.all(page.slice(start, start + concurrentItems).map(figuresOf))) {
        yield* figures;
      }
    }
  }
}

const misplacedIn = (item: Item, indexKeys: Readonly<Record<string, unknown>>): number =>
  Object.keys(indexes).filter((name) => item[name] !== indexKeys[name]).length;

export async function parseFigures<Schema extends z.ZodType>(
  schema: Schema,
  item: Item,
  subject: string,
  figuresOf: (parsed: z.output<Schema>) => Promise<readonly SubjectFigures[]> | readonly SubjectFigures[],
): Promise<readonly SubjectFigures[]> {
  const { success, data } = schema.safeParse(item);
  return success ? figuresOf(data) : [{ subject, figures: { unreadable: 1 } }];
}

export const idIn = (item: Item): string => String(item.id);

const earningsIn = ({ totalRevenue, totalOrders, commissionEarned }: Affiliate | Campaign): Figures => ({
  totalRevenue,
  totalOrders,
  commissionEarned,
});

async function affiliateFigures(brandId: string, item: Item): Promise<readonly SubjectFigures[]> {
  const subject = subjects.affiliate(idIn(item));
  return parseFigures(storedAffiliate, await withSpreadTotals(item), subject, async (creator) => {
    const { id } = creator;
    const owner = affiliateCounterOwner(brandId, id);
    const [conversions, commissions] = await Promise.all([
      readCounter(owner, 'affiliateConversions'),
      readCounter(owner, 'affiliateCommissions'),
    ]);
    return [
      { subject, figures: earningsIn(creator) },
      { subject: subjects.conversionCounts(id), figures: conversions },
      { subject: subjects.commissionCounts(id), figures: commissions },
    ];
  });
}

export async function* storedTotals(brandId: string): AsyncGenerator<SubjectFigures> {
  yield { subject: subjects.conversionCounts(brandId), figures: await readCounter(brandId, 'conversions') };
  yield { subject: subjects.commissionCounts(brandId), figures: await readCounter(brandId, 'commissions') };
  yield* figuresOfPartition(collectionPartition(brandId, 'affiliate'), (item) =>
    affiliateFigures(brandId, item),
  );
  yield* figuresOfPartition(collectionPartition(brandId, 'campaign'), async (item) => {
    const subject = subjects.campaign(idIn(item));
    return parseFigures(storedCampaign, await withSpreadTotals(item), subject, (campaign) => [
      { subject, figures: earningsIn(campaign) },
    ]);
  });
  yield* figuresOfPartition(collectionPartition(brandId, 'discount'), async (item) => {
    const subject = subjects.discount(idIn(item));
    return parseFigures(
      storedDiscount,
      await withSpreadTotals(item),
      subject,
      ({ usageCount, totalRevenue }) => [{ subject, figures: { usageCount, totalRevenue } }],
    );
  });
}

export async function* storedRecords(
  brandId: string,
  isInShare: (id: string) => boolean,
): AsyncGenerator<SubjectFigures> {
  yield* figuresOfPartition(collectionPartition(brandId, 'conversion'), (item) => {
    if (!isInShare(idIn(item))) return [];
    return parseFigures(storedConversion, item, subjects.conversion(idIn(item)), async (conversion) => {
      const own = conversionFigures(conversion, misplacedIn(item, conversionIndexKeys(conversion)));
      return conversion.refundedAmount === 0 || conversion.isTest
        ? [own]
        : [own, await storedRefunds(conversion)];
    });
  });
  yield* figuresOfPartition(orderPartition(brandId), (item) => {
    const conversionId = recordedIdIn(item);
    if (conversionId === undefined || !isInShare(conversionId)) return [];
    const subject = subjects.order(conversionId);
    return parseFigures(storedOrder, item, subject, () => [{ subject, figures: { items: 1 } }]);
  });
  yield* figuresOfPartition(collectionPartition(brandId, 'commission'), (item) => {
    if (!isInShare(idIn(item))) return [];
    return parseFigures(storedCommission, item, subjects.commission(idIn(item)), (commission) => [
      commissionFigures(commission, misplacedIn(item, commissionIndexKeys(commission))),
    ]);
  });
}

async function storedRefunds({ brandId, id }: Conversion): Promise<SubjectFigures> {
  const refunds = (await queryPartition(refundPartition(brandId, id))).map((item) =>
    storedRefund.safeParse(item),
  );
  const counting = refunds.flatMap(({ data }) =>
    data?.reversedAt === null && data.amount > 0 ? [data] : [],
  );
  const amount = counting.reduce((sum, refund) => sum + refund.amount, 0);
  const unreadable = refunds.filter(({ success }) => !success).length;
  const items = counting.length + unreadable;
  return { subject: subjects.refunds(id), figures: { items, amount, unreadable } };
}
