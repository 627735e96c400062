// Records orders whose commission is paid, so that a change of the order needs an adjustment.
import type { Json } from './json.ts';
import type { World } from './situations.ts';

/** Creates a creator, and pays its only order. */
export async function recordPaidOrder({ by, token }: World): Promise<Json> {
  const { id: affiliateId, trackingCode } = await by.inviteActive(token);
  const order = await by.recordOrder(token, { trackingCode });
  await by.patch(token, `/commissions/${order.commissionId}/approve`, {});
  const body = { affiliateIds: [affiliateId] };
  const { json } = await by.send('POST', '/payouts', { token, body });
  await by.patch(token, `/payouts/${json.data.id}`, { status: 'paid', reference: 'transfer-1' });
  return order;
}
