// Tells the story of a lead or a signup, which earns a fixed amount by terms.
import { record } from '../actions/record.ts';
import { drawnCode, drawnTime, drawnTrackingCode } from '../draws.ts';
import { ModelOrder } from '../orders.ts';
import type { Scene } from '../scene.ts';
import { followUp } from '../steps.ts';

export async function leadStory(name: string, scene: Scene): Promise<void> {
  const { world, random } = scene;
  const draft = {
    ...{ orderId: name, amount: 0n, kind: random.pick(['lead', 'signup'] as const) ?? 'lead' },
    at: random.next() < 0.5 ? undefined : drawnTime(random),
    references: {
      ...{ customerId: `customer of ${name}`, trackingCode: drawnTrackingCode(world, random) },
      ...(random.next() < 0.5 && { discountCode: drawnCode(world, random) }),
    },
  };
  const lead = new ModelOrder(draft, world, world.rates);
  const deliverAgain = await record(lead, scene);
  await followUp(lead, scene);
  await deliverAgain();
}
