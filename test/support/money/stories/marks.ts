// Tells the story of an order whose commission an earlier program has paid, or of a test order.
import { record } from '../actions/record.ts';
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

export async function markStory(name: string, scene: Scene): Promise<void> {
  const { world, random } = scene;
  const amount = drawnAmount(random);
  const draft = {
    ...{ orderId: name, amount, mark: random.pick(['settledElsewhere', 'isTest'] as const) },
    items: random.next() < 0.4 ? drawnItems(random) : [],
    at: random.next() < 0.3 ? undefined : drawnTime(random),
    references: {
      ...(random.next() < 0.5 && { customerId: `customer of ${name}` }),
      ...(random.next() < 0.5
        ? { discountCode: drawnCode(world, random) }
        : { trackingCode: drawnTrackingCode(world, random) }),
    },
  };
  const order = new ModelOrder(draft, world, world.rates);
  const deliverAgain = await record(order, scene, drawnEarlyRefunds(amount, random));
  await followUp(order, scene);
  await deliverAgain();
}
