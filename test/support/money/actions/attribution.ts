// Decides as a person who earns with an order.
import type { ModelCreator } from '../attribution.ts';
import type { ModelOrder } from '../orders.ts';
import type { Action, Scene } from '../scene.ts';

async function decide(order: ModelOrder, { ask }: Scene, creator: ModelCreator | null): Promise<void> {
  const body = { affiliateId: creator?.id ?? null, reason: 'Drawn' };
  await ask({ method: 'POST', path: `/conversions/${order.id}/attribution`, body }, [200]);
  order.decide(creator);
}

export const giveToCreator: Action = async (order, scene) => {
  const creator = scene.random.pick(scene.world.creators);
  if (creator !== undefined) await decide(order, scene, creator);
};

export const giveToNobody: Action = (order, scene) => decide(order, scene, null);
