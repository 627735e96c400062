// Prepares the undo of rows of an import, each alone.
import type { Brand } from '#lib/access/brands/schema.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { importKeys } from '#lib/foundation/table/keys/import-keys.ts';
import { itemOf } from '#lib/foundation/table/writes/one-per-item.ts';
import { deleteExisting, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { commissionChangeEntries } from '#lib/money/commissions/rules/ledger-entries.ts';
import { reverse } from '#lib/money/commissions/rules/status.ts';
import { changeCommission } from '#lib/money/commissions/writes.ts';
import { type Conversion, storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import { conversionKey } from '#lib/money/conversions/writes.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';
import { reasonToKeep, reasonToKeepOrder, updatedRow } from '#lib/outlets/imports/rules/undo.ts';
import type { Result } from '#lib/outlets/imports/schema/stored.ts';
import { removeAffiliate } from '#lib/program/affiliates/writes/remove.ts';
import { removeUnusedDiscount } from '#lib/program/discounts/writes/discount.ts';
import { type Found, readCreator } from './dependents.ts';

/** The handler passes in the operation of orders. */
export type PrepareUndo = (
  before: Conversion,
  options: { readonly brand: Brand; readonly now: Date },
) => Promise<{ readonly writes: readonly Write[] }>;

export interface UndoRun {
  readonly brand: Brand;
  readonly now: Date;
  readonly campaignIds: readonly string[];
  readonly prepareUndo: PrepareUndo;
}

/** A row without a reason is undone by its writes. */
export interface PreparedUndo {
  readonly reason?: string;
  readonly writes: readonly Write[];
}

/** The creator is deleted, so the totals of the creator do not change. The ledger keeps the opening balance, and that it was taken back. */
function balanceWrites({ creator, item, dependents, balance }: Found, now: Date): readonly Write[] {
  const { brandId, id } = creator;
  const changes = dependents.commissions.flatMap((before) => {
    const after = reverse(before, 'The import was undone');
    return [
      changeCommission(before, after),
      ...postEntries(commissionChangeEntries(before, after, now), [item]),
    ];
  });
  const ofCreator = `${String(item.pk)} ${String(item.sk)}`;
  return [
    ...changes.filter((write) => itemOf(write) !== ofCreator),
    ...(balance === undefined ? [] : [deleteExisting(importKeys.importBalance(brandId, id), staleWrite)]),
  ];
}

async function undoCreator(affiliateId: string, { brand, now, campaignIds }: UndoRun): Promise<PreparedUndo> {
  const found = await readCreator(brand.id, affiliateId, campaignIds);
  if (found === undefined) return { writes: [] };
  const { creator, dependents } = found;
  const reason = reasonToKeep(creator, dependents);
  if (reason !== undefined) return { reason, writes: [] };
  const discounts = dependents.discounts.flatMap((discount) => removeUnusedDiscount(discount));
  return { writes: [...removeAffiliate(creator, brand), ...discounts, ...balanceWrites(found, now)] };
}

async function undoOrder(conversionId: string, { brand, now, prepareUndo }: UndoRun): Promise<PreparedUndo> {
  const [item] = await getItems([conversionKey(brand.id, conversionId)]);
  const before = storedConversion.parse(item);
  const reason = reasonToKeepOrder(before);
  return reason === undefined ? prepareUndo(before, { brand, now }) : { reason, writes: [] };
}

/** The row has created or updated a creator, or created an order. */
export async function prepareUndoOf(
  { action, affiliateId, conversionId }: Result,
  run: UndoRun,
): Promise<PreparedUndo> {
  if (action === 'update') return { reason: updatedRow, writes: [] };
  if (conversionId !== undefined) return undoOrder(conversionId, run);
  if (affiliateId === null) throw new Error('A created row names its creator');
  return undoCreator(affiliateId, run);
}
