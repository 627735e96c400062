// Tells the story of a customer: a signup or a first order binds the customer, and later orders follow without a reference.
import { record } from '../actions/record.ts';
import { drawnAmount, drawnCode, drawnItems, drawnTime } from '../draws.ts';
import { ModelOrder } from '../orders.ts';
import type { Scene } from '../scene.ts';
import { followUp } from '../steps.ts';

const laterOrders = 3;
const millisecondsPerHour = 3_600_000;

/** Draws a time from two days before the binding until after its months are over, but not in the future. */
function timeAfter(boundAt: string, { random }: Scene): string | undefined {
  const at = Date.parse(boundAt) + random.between(-48, 100 * 24) * millisecondsPerHour;
  return at < Date.now() ? new Date(at).toISOString() : undefined;
}

/** The orders of the customer, which includes the first one. */
export const ordersOfCustomer = laterOrders + 1;

export async function customerStory(name: string, scene: Scene): Promise<void> {
  const { world, random } = scene;
  const customerId = `customer of ${name}`;
  const isSignup = random.next() < 0.5;
  const draft = {
    orderId: `${name}-first`,
    isSignup,
    amount: isSignup ? 0n : drawnAmount(random),
    at: drawnTime(random),
    references: { customerId, discountCode: drawnCode(world, random) },
  };
  const first = new ModelOrder(draft, world, world.rates);
  const deliverAgain = await record(first, scene);
  if (!isSignup) await followUp(first, scene);
  for (let index = 0; index < laterOrders; index += 1) {
    const later = new ModelOrder(
      {
        orderId: `${name}-${index}`,
        amount: drawnAmount(random),
        items: random.next() < 0.3 ? drawnItems(random) : [],
        at: timeAfter(draft.at, scene),
        references: { customerId },
      },
      world,
      world.rates,
    );
    await record(later, scene);
    await followUp(later, scene);
  }
  await deliverAgain();
}
