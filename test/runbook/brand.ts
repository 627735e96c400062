// The first brand of the stage, as its server uses the API.
import { setTimeout } from 'node:timers/promises';
import { type Client, clientOf } from '#test/guide/client.ts';
import type { Json } from '#test/support/json.ts';
import { factOf, type World } from './scenario.ts';

export async function loginOf(world: World): Promise<string> {
  const response = await fetch(`${factOf(world, 'apiUrl')}/auth/brand/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: factOf(world, 'admin'), password: factOf(world, 'password') }),
  });
  if (!response.ok) throw new Error(`The login returned ${response.status}: ${await response.text()}`);
  const { data }: Json = await response.json();
  return data.accessToken;
}

export const clientOfBrand = async (world: World): Promise<Client> =>
  clientOf(factOf(world, 'apiUrl'), await loginOf(world));

/** Creates a creator with a click and two orders. Both commissions are approved, and in a payout that is ready. */
export async function useTheService(world: World): Promise<void> {
  const { get, post, patch } = await clientOfBrand(world);
  const { data: creator } = await post('/affiliates/invite', {
    name: 'Ada',
    email: 'ada@creators.test',
    trackingCode: 'ada',
  });
  await patch(`/affiliates/${creator.id}`, { status: 'active' });
  const { data: brand } = await get('/brand');
  if (brand.landingUrl === null) await patch('/brand', { landingUrl: 'https://acme.test/' });
  await fetch(`${factOf(world, 'apiUrl')}/tracking/ref/ada`, { redirect: 'manual' });
  for (const orderId of ['order-1', 'order-2'])
    await post('/conversions', { orderId, amount: 50, trackingCode: 'ada' });
  const { data: commissions } = await get('/commissions?status=pending');
  await post('/commissions/approve', { ids: commissions.map(({ id }: { id: string }) => id) });
  const { data: payout } = await post('/payouts');
  world.facts.set('payout', payout.id);
  await untilReady(world);
}

async function untilReady(world: World): Promise<void> {
  const { get } = await clientOfBrand(world);
  for (let attempt = 1; attempt <= 100; attempt += 1) {
    const { data } = await get(`/payouts/${factOf(world, 'payout')}`);
    if (data.status === 'ready') return;
    await setTimeout(300);
  }
  throw new Error('The payout does not become ready');
}
