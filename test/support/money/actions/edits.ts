// Edits orders: their amount, items, time and references. Cancels orders.
import { decimalOf } from '#test/support/money-model.ts';
import { drawnAmount, drawnCode, drawnItems, drawnTime, drawnTrackingCode } from '../draws.ts';
import type { ModelOrder } from '../orders.ts';
import type { Action, Scene } from '../scene.ts';
import { presentItem } from './record.ts';

const edit = ({ id }: ModelOrder, { ask }: Scene, body: object) =>
  ask({ method: 'PATCH', path: `/conversions/${id}`, body }, [200]);

export const changeAmount: Action = async (order, scene) => {
  const drawn = scene.random.next() < 0.1 ? 0n : drawnAmount(scene.random);
  const amount = drawn < order.refunded ? order.refunded : drawn;
  await edit(order, scene, { amount: decimalOf(amount) });
  order.amount = amount;
  order.touch();
};

export const changeItems: Action = async (order, scene) => {
  const items = scene.random.next() < 0.2 ? [] : drawnItems(scene.random);
  await edit(order, scene, { items: items.length === 0 ? null : items.map(presentItem) });
  order.items = items;
  order.touch();
};

export const changeTime: Action = async (order, scene) => {
  const at = drawnTime(scene.random);
  await edit(order, scene, { occurredAt: at });
  order.at = at;
  order.judge();
};

/** Another hour of the same day does not move the order. */
export const changeHour: Action = async (order, scene) => {
  if (order.day === new Date().toISOString().slice(0, 10)) return;
  const hour = String(scene.random.between(0, 23)).padStart(2, '0');
  const at = `${order.day}T${hour}:45:00.000Z`;
  await edit(order, scene, { occurredAt: at });
  order.at = at;
  order.judge();
};

interface Changed {
  readonly discountCode?: string | null;
  readonly trackingCode?: string | null;
}

/** Null removes a reference, and an absent one stays. */
export const changeReferences: Action = async (order, scene) => {
  const { random, world } = scene;
  const [code, trackingCode] = [drawnCode(world, random), drawnTrackingCode(world, random)];
  const changed: Changed = random.pick<Changed>([
    { discountCode: code },
    { discountCode: null },
    { trackingCode },
    { trackingCode: null },
    { discountCode: null, trackingCode },
  ]);
  await edit(order, scene, changed);
  const after = { ...order.references, ...changed };
  order.references = {
    ...after,
    discountCode: after.discountCode ?? undefined,
    trackingCode: after.trackingCode ?? undefined,
  };
  order.judge();
};

export const cancel: Action = async (order, { ask }) => {
  const path = `/conversions/${order.id}/cancel`;
  await ask({ method: 'POST', path, body: { reason: 'Drawn' } }, [200]);
  order.cancel();
};
