// Tells the story of an order in another currency: it is refunded in both currencies, and its amount and its rate change.
import type { Random } from '#infra/local/demo/random.ts';
import { decimalOf } from '#test/support/money-model.ts';
import { giveToCreator, giveToNobody } from '../actions/attribution.ts';
import { approve, reject, reopen, restore } from '../actions/decisions.ts';
import { cancel, changeHour, changeReferences, changeTime } from '../actions/edits.ts';
import { record } from '../actions/record.ts';
import { reverseRefund } from '../actions/refunds.ts';
import { currencies, ForeignOrder } from '../currencies.ts';
import { drawnCode, drawnTime, drawnTrackingCode } from '../draws.ts';
import type { Scene } from '../scene.ts';

type ForeignAction = (order: ForeignOrder, scene: Scene) => Promise<void>;

/** The smallest amounts are less than a cent of the brand's currency. */
const drawnOwn = (random: Random): bigint => BigInt(random.between(1, random.pick([9, 99_999]) ?? 9));

const nextRefund = ({ refunds }: ForeignOrder): string => `refund-${refunds.length}`;

async function refund(
  order: ForeignOrder,
  { ask }: Scene,
  body: object,
  wanted: Parameters<ForeignOrder['refundOf']>[1],
) {
  const refundId = nextRefund(order);
  const path = `/conversions/${order.id}/refunds`;
  await ask({ method: 'POST', path, body: { refundId, ...body } }, [200, 201]);
  order.refunds.push(order.refundOf(refundId, wanted));
}

const refundOwn: ForeignAction = async (order, scene) => {
  if (order.ownLeft <= 0n) return;
  const own = BigInt(scene.random.between(1, Number(order.ownLeft)));
  await refund(order, scene, { amount: order.decimalOf(own), currency: order.currency }, { own });
};

const refundCents: ForeignAction = async (order, scene) => {
  if (order.left <= 0n) return;
  const cents = BigInt(scene.random.between(1, Number(order.left)));
  await refund(order, scene, { amount: decimalOf(cents), currency: 'USD' }, { cents });
};

const refundRest: ForeignAction = async (order, scene) => {
  if (order.left > 0n && order.ownLeft > 0n) await refund(order, scene, {}, { own: order.ownLeft });
};

/** 409: the order would be below its refunds. */
async function change(
  order: ForeignOrder,
  { ask }: Scene,
  body: object,
  money: { own?: bigint; rate?: string },
) {
  const isPossible = order.changeMoney(money);
  await ask({ method: 'PATCH', path: `/conversions/${order.id}`, body }, [isPossible ? 200 : 409]);
}

const changeOwn: ForeignAction = async (order, scene) => {
  const drawn = drawnOwn(scene.random);
  const own = drawn < order.ownRefunded ? order.ownRefunded : drawn;
  await change(order, scene, { amount: order.decimalOf(own) }, { own });
};

const changeRate: ForeignAction = async (order, scene) => {
  const { rates } = currencies.find(({ currency }) => currency === order.currency) ?? currencies[0];
  const rate = scene.random.pick(rates) ?? rates[0];
  await change(order, scene, { exchangeRate: rate }, { rate });
};

const actions: readonly ForeignAction[] = [
  ...[refundOwn, refundOwn, refundCents, refundCents, refundRest, reverseRefund, reverseRefund],
  ...[changeOwn, changeOwn, changeRate, changeRate],
  ...[changeTime, changeHour, changeReferences, giveToCreator, giveToNobody],
  ...[approve, approve, reject, restore, reopen],
];

const maxSteps = 6;
const shareOfCanceled = 0.1;

export async function currencyStory(name: string, scene: Scene): Promise<void> {
  const { world, random } = scene;
  const { rates, ...money } = random.pick(currencies) ?? currencies[0];
  const references =
    random.next() < 0.5
      ? { discountCode: drawnCode(world, random) }
      : { trackingCode: drawnTrackingCode(world, random) };
  const draft = { orderId: name, at: random.next() < 0.4 ? undefined : drawnTime(random), references };
  const own = drawnOwn(random);
  const order = new ForeignOrder(draft, { ...money, rate: rates[0], own, facts: world, rates: world.rates });
  const isRefundedBefore = order.amount > 0n && random.next() < 0.2;
  const early = isRefundedBefore ? [BigInt(random.between(1, Number(order.amount)))] : [];
  const deliverAgain = await record(order, scene, early);
  for (let step = random.between(0, maxSteps); step > 0; step -= 1) {
    const action = random.pick(actions) ?? changeOwn;
    order.steps.push(action.name);
    await action(order, scene);
  }
  if (random.next() < shareOfCanceled) await cancel(order, scene);
  await deliverAgain();
}
