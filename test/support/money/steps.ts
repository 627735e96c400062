// Draws the actions that follow after an order is recorded.
import { giveToCreator, giveToNobody } from './actions/attribution.ts';
import { approve, reject, reopen, restore } from './actions/decisions.ts';
import {
  cancel,
  changeAmount,
  changeHour,
  changeItems,
  changeReferences,
  changeTime,
} from './actions/edits.ts';
import { refundPart, refundRest, reverseRefund } from './actions/refunds.ts';
import type { ModelOrder } from './orders.ts';
import type { Action, Scene } from './scene.ts';

/** Frequent actions are here several times. */
const actionsOfOrders: readonly Action[] = [
  ...[changeAmount, changeAmount, changeItems, changeTime, changeHour, changeReferences, changeReferences],
  ...[refundPart, refundPart, refundRest, reverseRefund, reverseRefund],
  ...[giveToCreator, giveToNobody],
  ...[approve, approve, reject, restore, reopen],
];

/** A lead or a signup has no amount, so nothing of it can be refunded. */
const actionsOfLeads: readonly Action[] = [
  ...[changeTime, changeHour, changeReferences, changeReferences, giveToCreator, giveToNobody],
  ...[approve, approve, reject, restore, reopen],
];

const maxSteps = 5;
const shareWithoutSteps = 0.5;
const shareOfCanceled = 0.05;

/** Half of the orders stay as they were recorded. */
export async function followUp(order: ModelOrder, scene: Scene, actions = actionsOfOrders): Promise<void> {
  const { random } = scene;
  if (random.next() < shareWithoutSteps) return;
  const possible = order.kind === 'sale' ? actions : actionsOfLeads;
  for (let step = random.between(1, maxSteps); step > 0; step -= 1) {
    const action = random.pick(possible) ?? changeTime;
    order.steps.push(action.name);
    await action(order, scene);
  }
  if (random.next() < shareOfCanceled) await cancel(order, scene);
}
