// Corrects orders by the export of a shop, which has no versions. docs/decisions/0174
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import type { ShopOrder } from '#lib/shops/adapters/adapter.ts';
import { type Applied, applied, notApplied, type Target } from '#lib/shops/orders/rules/applied.ts';
import { type Context, correct, prepareNew, type Wanted } from './correct.ts';
import { withFreeNumber } from './free-number.ts';
import type { Operations } from './operations.ts';
import { attempts, changeState, readState } from './recorded.ts';

interface Repair extends Pick<Wanted, 'orderId' | 'order' | 'differenceOf'> {}

/** Corrects an order without a newer state, so that every later message of the shop wins. */
const repairOnce = ({ orderId, ...repair }: Repair, context: Context): Promise<Applied> =>
  retryOnConflict(async () => {
    const before = await readState(context.target, orderId);
    const state = await changeState(context.target, orderId, before, {});
    const { impossible } = await correct({ orderId, ...repair, state, keepsItems: true }, context);
    return impossible === undefined ? applied : notApplied(impossible);
  }, attempts);

export const orderRepairs = (operations: Operations) => ({
  repairOrder: ({ order, ...repair }: Repair, target: Target) => {
    const context = { target, operations };
    return order === undefined
      ? repairOnce(repair, context)
      : withFreeNumber(order, (one) => repairOnce({ ...repair, order: one }, context));
  },
  hasEarner: async (order: ShopOrder, target: Target) =>
    (await prepareNew(order, { target, operations })).conversion.affiliateId !== null,
});
