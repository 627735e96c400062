// Tells the story of one order: refunds that can arrive before it, changes of all kinds, and a late delivery.
import type { Random } from '#infra/local/demo/random.ts';
import { record } from '../actions/record.ts';
import type { References } from '../attribution.ts';
import {
  drawnAmount,
  drawnCode,
  drawnEarlyRefunds,
  drawnItems,
  drawnTime,
  drawnTrackingCode,
} from '../draws.ts';
import { ModelOrder } from '../orders.ts';
import type { Scene } from '../scene.ts';
import { followUp } from '../steps.ts';
import type { World } from '../world.ts';

function drawnReferences(world: World, random: Random): References {
  const draw = random.next();
  if (draw < 0.05) return {};
  if (draw < 0.5) return { discountCode: drawnCode(world, random) };
  if (draw < 0.9) return { trackingCode: drawnTrackingCode(world, random) };
  return { discountCode: drawnCode(world, random), trackingCode: drawnTrackingCode(world, random) };
}

export async function orderStory(name: string, scene: Scene): Promise<void> {
  const { world, random } = scene;
  const amount = random.next() < 0.03 ? 0n : drawnAmount(random);
  const draft = {
    orderId: name,
    amount,
    items: random.next() < 0.4 ? drawnItems(random) : [],
    at: random.next() < 0.4 ? undefined : drawnTime(random),
    references: drawnReferences(world, random),
  };
  const order = new ModelOrder(draft, world, world.rates);
  const deliverAgain = await record(order, scene, drawnEarlyRefunds(amount, random));
  await followUp(order, scene);
  await deliverAgain();
}
