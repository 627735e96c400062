// Refunds orders in parts and completely, and takes refunds back.
import { decimalOf } from '#test/support/money-model.ts';
import type { ModelOrder } from '../orders.ts';
import type { Action, Scene } from '../scene.ts';

async function refund(order: ModelOrder, { ask }: Scene, cents: bigint): Promise<void> {
  const refundId = `refund-${order.refunds.length}`;
  const body = { refundId, amount: decimalOf(cents) };
  await ask({ method: 'POST', path: `/conversions/${order.id}/refunds`, body }, [200, 201]);
  order.refunds.push({ refundId, cents, isReversed: false });
}

export const refundPart: Action = async (order, scene) => {
  if (order.left > 1n) await refund(order, scene, BigInt(scene.random.between(1, Number(order.left) - 1)));
};

export const refundRest: Action = async (order, scene) => {
  if (order.left > 0n) await refund(order, scene, order.left);
};

export const reverseRefund: Action = async (order, { ask, random }) => {
  const reversed = random.pick(order.counting);
  if (reversed === undefined) return;
  const path = `/conversions/${order.id}/refunds/${reversed.refundId}/reverse`;
  await ask({ method: 'POST', path, body: {} }, [200]);
  reversed.isReversed = true;
};
