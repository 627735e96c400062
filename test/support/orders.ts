// Sends orders and refunds, and reads their effects, through the handlers in this process.

import { now } from '#lib/foundation/shared/clock.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { commissionEntry } from '#lib/money/commissions/rules/ledger-entries.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { getCommission } from '#lib/money/commissions/store/commissions.ts';
import { changeCommission } from '#lib/money/commissions/writes.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';
import type { Json } from '#test/support/json.ts';
import { dataOf } from './answers.ts';
import { unusedOrder } from './creations.ts';
import { type Answer, send } from './service.ts';

export { recordOrder, unusedOrder } from './creations.ts';

/** Reports an order. Defaults to a new order id and an amount of 100. */
export const sendOrder = (token: string, body: object = {}, query = ''): Promise<Answer> =>
  send('POST', `/conversions${query}`, { token, body: { orderId: unusedOrder(), amount: 100, ...body } });

export const sendOrders = (token: string, conversions: unknown, query = ''): Promise<Answer> =>
  send('POST', `/conversions/bulk${query}`, { token, body: { conversions } });

export const sendRefund = (token: string, conversionId: string, body: object): Promise<Answer> =>
  send('POST', `/conversions/${conversionId}/refunds`, { token, body });

/** Refunds the remaining amount unless the body has an amount. */
export const refund = (token: string, conversionId: string, body: object = {}): Promise<Json> =>
  dataOf(sendRefund(token, conversionId, { refundId: unusedOrder(), ...body }), 201);

/** Reads any path, e.g. `/affiliates/aff_…`. */
export const read = (token: string, path: string): Promise<Json> => dataOf(send('GET', path, { token }));

export const commissionOf = (token: string, { commissionId }: { readonly commissionId: string }) =>
  read(token, `/commissions/${commissionId}`);

export async function sumsOf(token: string, affiliateId: string) {
  const { totalRevenue, totalOrders, commissionEarned } = await read(token, `/affiliates/${affiliateId}`);
  return { totalRevenue, totalOrders, commissionEarned };
}

/** Changes a stored commission and writes the ledger entry. */
export async function changeStored(
  brandId: string,
  id: string,
  changes: Partial<Pick<Commission, 'status' | 'payoutId' | 'paidAt'>>,
): Promise<void> {
  const before = await getCommission(brandId, id);
  const after = { ...before, ...changes };
  await transact([changeCommission(before, after), ...postEntries([commissionEntry(before, after, now())])]);
}

/** Claims an approved commission for a new payout. */
export async function claimForPayout(brandId: string, id: string): Promise<string> {
  const payoutId = newId('payout', now());
  await changeStored(brandId, id, { payoutId });
  return payoutId;
}
