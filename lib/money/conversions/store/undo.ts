// Undoes the record of an imported order, so that the order can be imported again.
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { staleWrite } from '#lib/foundation/table/writes/write.ts';
import { recordedIdIn } from '#lib/money/conversions/rules/address.ts';
import { canceledMoney } from '#lib/money/conversions/rules/changed-money.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { moveOrderClaim } from '#lib/money/conversions/writes/order-claim.ts';
import { type ChangeOptions, type PreparedChange, prepareChange } from './change.ts';

/** Cancels the order, and gives it another order id, because the ledger keeps it. */
export async function prepareUndo(before: Conversion, options: ChangeOptions): Promise<PreparedChange> {
  const { brandId, id, orderId } = before;
  const [claim] = await getItems([keys.order(brandId, orderId)]);
  if (claim === undefined || recordedIdIn(claim) !== id) throw staleWrite();
  const reason = `The import of ${orderId} was undone`;
  const canceled = { canceledAt: options.now.toISOString(), cancelReason: reason, orderId: `undone:${id}` };
  const facts = { ...before, ...canceledMoney(before), ...canceled };
  const prepared = await prepareChange(before, { kind: 'canceled', reason, facts }, options);
  return { ...prepared, writes: [...prepared.writes, ...moveOrderClaim(before, prepared.conversion, claim)] };
}
