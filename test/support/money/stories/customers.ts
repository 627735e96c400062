// Tells the story of a customer: a lead, a signup or a first order binds the customer, and later orders follow without a reference.
import { record } from '../actions/record.ts';
import { moveCustomer } from '../bindings.ts';
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

/** Creators without an obstacle can have the customer from then on. Nobody has a customer whom nothing has bound. */
async function move(customerId: string, { world, random, ask }: Scene): Promise<void> {
  const bound = world.bindings.get(customerId);
  if (bound === undefined || random.next() < 0.8) return;
  const creator = random.pick([null, ...world.creators]) ?? null;
  const body = { affiliateId: creator?.id ?? null, reason: 'Drawn' };
  await ask({ method: 'PATCH', path: `/customers/${encodeURIComponent(customerId)}`, body }, [200]);
  moveCustomer(bound, creator);
}

const shareOfPresent = 0.3;

export async function customerStory(name: string, scene: Scene): Promise<void> {
  const { world, random } = scene;
  const customerId = `customer of ${name}`;
  const kind = random.pick(['sale', 'sale', 'lead', 'signup'] as const) ?? 'sale';
  const draft = {
    ...{ orderId: `${name}-first`, kind },
    amount: kind === 'sale' ? drawnAmount(random) : 0n,
    at: drawnTime(random),
    references: { customerId, discountCode: drawnCode(world, random) },
  };
  const first = new ModelOrder(draft, world, world.rates);
  const deliverAgain = await record(first, scene);
  await followUp(first, scene);
  for (let index = 0; index < laterOrders; index += 1) {
    await move(customerId, scene);
    const later = new ModelOrder(
      {
        orderId: `${name}-${index}`,
        amount: drawnAmount(random),
        isNewCustomer: random.pick([undefined, undefined, true, false]),
        items: random.next() < 0.3 ? drawnItems(random) : [],
        at: random.next() < shareOfPresent ? undefined : timeAfter(draft.at, scene),
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
