// Judges rows of an import with what the table has for them.
import type { Brand } from '#lib/access/brands/schema.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { ReferencedItems } from '#lib/money/conversions/rules/references.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import { failed, judge, problemOf } from '#lib/outlets/imports/rules/judge.ts';
import {
  judgedOrder,
  orderOf,
  type PreparedOrder,
  paidAmountOf,
  skippedOrder,
  unknownCreator,
} from '#lib/outlets/imports/rules/judge-order.ts';
import type { ParsedRow } from '#lib/outlets/imports/rules/row.ts';
import type { Judgement, Setting } from '#lib/outlets/imports/rules/setting.ts';
import type { Import } from '#lib/outlets/imports/schema/stored.ts';
import {
  type Affiliate,
  storedAffiliate,
  storedEmailClaim,
} from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';
import { readFound } from './found.ts';

/** The handler passes in the operations of orders. */
export interface OrderOperations {
  readonly readReferencedItemsTogether: (
    orders: readonly ConversionInput[],
    brandId: string,
  ) => Promise<readonly ReferencedItems[]>;
  readonly prepareConversion: (
    order: ConversionInput,
    options: { readonly brand: Brand; readonly now: Date; readonly paidAmount?: number | undefined },
    referenced: ReferencedItems,
  ) => Promise<PreparedOrder>;
}

/** Returns the creators of the rows that name one by the address. */
async function readCreators(
  brandId: string,
  rows: readonly ParsedRow[],
): Promise<ReadonlyMap<string, Affiliate>> {
  const emails = rows.flatMap(({ order }) =>
    order?.order.trackingCode === undefined ? (order?.email ?? []) : [],
  );
  const names = [...new Set(emails.map(normalizeEmail))];
  const claims = await getItems(names.map((name) => keys.affiliateEmail(brandId, name)));
  const claimed = claims.flatMap((claim, index) =>
    claim === undefined ? [] : [[names[index] ?? '', storedEmailClaim.parse(claim).affiliateId] as const],
  );
  const creators = await getItems(claimed.map(([, id]) => affiliateKey(brandId, id)));
  return new Map(claimed.map(([name], index) => [name, storedAffiliate.parse(creators[index])]));
}

const concurrency = 10;

/** Returns a judgement for a row that names no order to record. */
function withoutOrder({ order: row, problems }: ParsedRow, creator: Affiliate | undefined) {
  if (row === undefined || problems.length > 0) return failed(problems);
  if (row.isSkipped) return skippedOrder;
  return orderOf(row, creator).trackingCode === undefined ? unknownCreator() : undefined;
}

async function judgeOrders(
  rows: readonly ParsedRow[],
  { brand, now }: Setting,
  { readReferencedItemsTogether, prepareConversion }: OrderOperations,
): Promise<readonly Judgement[]> {
  const creators = await readCreators(brand.id, rows);
  const creatorOf = ({ order }: ParsedRow) =>
    order?.email === undefined ? undefined : creators.get(normalizeEmail(order.email));
  const judged = new Map(rows.map((row) => [row, withoutOrder(row, creatorOf(row))]));
  const open = rows.flatMap((row) =>
    judged.get(row) === undefined && row.order !== undefined
      ? [{ row, parsed: row.order, order: orderOf(row.order, creatorOf(row)) }]
      : [],
  );
  const referenced = await readReferencedItemsTogether(
    open.map(({ order }) => order),
    brand.id,
  );
  const judgeOne = async ({ parsed, order }: (typeof open)[number], index: number): Promise<Judgement> => {
    try {
      const paidAmount = paidAmountOf(parsed, brand.currency);
      const items = referenced[index];
      if (items === undefined) throw new Error('Each order has an entry');
      return judgedOrder(await prepareConversion(order, { brand, now, paidAmount }, items));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return failed([problemOf(error)]);
    }
  };
  await forEachConcurrently(open.entries(), concurrency, async ([index, one]) => {
    judged.set(one.row, await judgeOne(one, index));
  });
  return rows.map((row) => judged.get(row) ?? failed(row.problems));
}

export async function judgeRows(
  { brandId, kind }: Pick<Import, 'brandId' | 'kind'>,
  rows: readonly ParsedRow[],
  setting: Setting,
  operations: OrderOperations,
): Promise<readonly Judgement[]> {
  if (kind === 'orders') return judgeOrders(rows, setting, operations);
  const { liveBrandId, brand } = setting;
  const hasPrefix = brand.linkPrefix !== undefined;
  const [found, live] = await Promise.all([
    readFound({ brandId, hasPrefix }, rows),
    liveBrandId === undefined ? [] : readFound({ brandId: liveBrandId, hasPrefix }, rows),
  ]);
  return rows.map((row, index) => {
    const here = found[index];
    if (here === undefined) throw new Error('Each row has an entry');
    return judge(row, here, setting, live[index]);
  });
}
