// Decides about commissions of orders. Approvals and payouts run at the same time, so a decision can be refused.
import type { ModelOrder } from '../orders.ts';
import type { Action, Scene } from '../scene.ts';

async function commissionOf({ id }: ModelOrder, { ask }: Scene): Promise<string | null> {
  const { json } = await ask({ method: 'GET', path: `/conversions/${id}` }, [200]);
  return json.data.commissionId;
}

/** Returns whether the decision was accepted. Undefined without a commission. */
async function ask(
  order: ModelOrder,
  scene: Scene,
  method: 'PATCH' | 'POST',
  decision: string,
  body: object = {},
): Promise<boolean | undefined> {
  const commission = await commissionOf(order, scene);
  if (commission === null) return undefined;
  const path = `/commissions/${commission}/${decision}`;
  return (await scene.ask({ method, path, body }, [200, 409])).status === 200;
}

/** The service refuses a commission that is paid, reversed, adjusted or in a payout. */
export const reject: Action = async (order, scene) => {
  const { party } = order.verdict;
  if (party === null || party.creator.isStrict) return;
  if (await ask(order, scene, 'PATCH', 'reject', { reason: 'Drawn' })) order.isRejected = true;
};

/** The service refuses a commission that is paid or reversed, which no rejected one is. */
export const restore: Action = async (order, scene) => {
  if (await ask(order, scene, 'POST', 'restore')) order.isRejected = false;
};

/** An approval does not change what is earned. */
export const approve: Action = async (order, scene) => {
  await ask(order, scene, 'PATCH', 'approve');
};

export const reopen: Action = async (order, scene) => {
  await ask(order, scene, 'POST', 'reopen');
};
