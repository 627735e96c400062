// Requests of the first brand of the stage.
import assert from 'node:assert/strict';
import { type Client, clientOf, getUntil } from '#test/support/api-client.ts';
import type { Json } from '#test/support/json.ts';
import { factOf, type Rehearsal } from './rehearsal.ts';

export async function logIn(rehearsal: Rehearsal): Promise<string> {
  const response = await fetch(`${factOf(rehearsal, 'apiUrl')}/auth/brand/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: factOf(rehearsal, 'admin'), password: factOf(rehearsal, 'password') }),
  });
  if (!response.ok) throw new Error(`The login returned ${response.status}: ${await response.text()}`);
  const { data }: Json = await response.json();
  return data.accessToken;
}

export const clientOfBrand = async (rehearsal: Rehearsal): Promise<Client> =>
  clientOf(factOf(rehearsal, 'apiUrl'), await logIn(rehearsal));

/** Creates a creator with a click and two orders. Both commissions are approved, and in a payout that is ready. */
export async function createSampleData(rehearsal: Rehearsal): Promise<void> {
  const client = await clientOfBrand(rehearsal);
  const { get, post, patch } = client;
  await patch('/brand', { landingUrl: 'https://acme.test/' });
  const invitation = { name: 'Ada', email: 'ada@creators.test', trackingCode: 'ada' };
  const { data: creator } = await post('/affiliates/invite', invitation);
  await patch(`/affiliates/${creator.id}`, { status: 'active' });
  const link = await fetch(`${factOf(rehearsal, 'apiUrl')}/tracking/ref/ada`, { redirect: 'manual' });
  assert.equal(link.status, 302);
  for (const orderId of ['order-1', 'order-2'])
    await post('/conversions', { orderId, amount: 50, trackingCode: 'ada' });
  const { data: orders } = await get('/conversions?orderId=order-1');
  rehearsal.facts.set('order', orders[0].id);
  const { data: commissions } = await get('/commissions?status=pending');
  await post('/commissions/approve', { ids: commissions.map(({ id }: Json) => id) });
  const { data: payout } = await post('/payouts');
  rehearsal.facts.set('payout', payout.id);
  await getUntil(client, `/payouts/${payout.id}`, ({ status }) => status === 'ready');
}
