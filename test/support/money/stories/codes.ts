// Tells the story of a discount code: it is deleted after an order, and another creator gets it.

import { changeAmount } from '../actions/edits.ts';
import { record } from '../actions/record.ts';
import { refundPart } from '../actions/refunds.ts';
import type { OwnedCode } from '../attribution.ts';
import { drawnAmount, drawnTrackingCode } from '../draws.ts';
import { ModelOrder } from '../orders.ts';
import type { Scene } from '../scene.ts';

/** `key` is another one for each owner, who can be the same creator. */
async function createCode(code: string, key: string, { world, random, ask }: Scene): Promise<OwnedCode> {
  const creator = random.pick(world.creators);
  if (creator === undefined) throw new Error('There are no creators');
  const { campaignId } = world;
  const body = { code, type: 'percentage', value: 15, affiliateId: creator.id, campaignId };
  const { json } = await ask({ method: 'POST', path: '/discounts', body, key }, [201]);
  const owned = { code, creator, campaignId, discountId: json.data.id, from: json.data.createdAt, to: null };
  world.codes.push(owned);
  return owned;
}

/** A 404 says that another delivery has deleted the code. */
async function deleteCode(owned: OwnedCode, { ask }: Scene): Promise<void> {
  await ask({ method: 'DELETE', path: `/discounts/${owned.discountId}` }, [200, 204, 404]);
  owned.to = new Date().toISOString();
}

/** The order after this code was deleted belongs to the next owner. */
export const ordersOfCode = 2;

export async function codeStory(name: string, scene: Scene): Promise<void> {
  const { world, random } = scene;
  const code = name.toUpperCase();
  const newOrder = (index: number) => {
    const draft = {
      ...{ orderId: `${name}-${index}`, amount: drawnAmount(random) },
      references: { discountCode: code, trackingCode: drawnTrackingCode(world, random) },
    };
    return new ModelOrder(draft, world, world.rates);
  };
  const first = await createCode(code, `${code} first`, scene);
  const order = newOrder(0);
  await record(order, scene);
  await deleteCode(first, scene);
  await createCode(code, `${code} second`, scene);
  const next = newOrder(1);
  await record(next, scene);
  // The first order is judged again, and stays with the first owner.
  const trackingCode = drawnTrackingCode(world, random);
  const [path, body] = [`/conversions/${order.id}`, { trackingCode }];
  await scene.ask({ method: 'PATCH', path, body }, [200]);
  order.references = { ...order.references, trackingCode };
  order.judge();
  for (const one of [order, next]) for (const action of [changeAmount, refundPart]) await action(one, scene);
}
