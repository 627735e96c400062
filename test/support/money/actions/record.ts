// Records orders and signups, with refunds that can arrive before them, and delivers them again later.
import { decimalOf } from '#test/support/money-model.ts';
import type { ModelOrder } from '../orders.ts';
import type { ModelItem } from '../rates.ts';
import type { Action } from '../scene.ts';

export const presentItem = ({ category, quantity, price }: ModelItem) => ({
  category,
  quantity: Number(quantity),
  price: decimalOf(price),
});

const requestOf = (order: ModelOrder) => ({
  orderId: order.orderId,
  ...order.money,
  ...(order.mark !== undefined && { [order.mark]: true }),
  ...(order.isNewCustomer !== undefined && { isNewCustomer: order.isNewCustomer }),
  ...order.references,
  ...(order.items.length > 0 && { items: order.items.map(presentItem) }),
  ...(order.at !== undefined && { occurredAt: order.at }),
});

const earlyRefund = ({ orderId }: ModelOrder, refundId: string, cents: bigint) => ({
  method: 'POST' as const,
  path: '/refunds',
  // Without a currency, the amount would be in that of an order that is recorded first.
  body: { orderId, refundId, amount: decimalOf(cents), currency: 'USD' },
});

/** Refunds that are sent at the same time as their order, or before it. Returns how to deliver the order and the refunds again. */
export async function record(
  order: ModelOrder,
  { ask, world }: Parameters<Action>[1],
  early: readonly bigint[] = [],
): Promise<() => Promise<void>> {
  world.orders.push(order);
  const body = requestOf(order);
  const refunds = early.map((cents, index) => order.earlyRefund(`early-${index}`, cents));
  const sendRefunds = () =>
    Promise.all(refunds.map(({ refundId, cents }) => ask(earlyRefund(order, refundId, cents), [200, 201])));
  const sendOrder = () => ask({ method: 'POST', path: '/conversions', body }, [200, 201]);
  const [{ json }] = await Promise.all([sendOrder(), sendRefunds()]);
  order.id = json.data.id;
  order.at ??= String(json.data.occurredAt);
  order.refunds.push(...refunds);
  order.judge();
  order.bind();
  return async () => {
    await Promise.all([sendOrder(), sendRefunds()]);
  };
}
