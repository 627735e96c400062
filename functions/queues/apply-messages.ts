import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { openTwin } from '#lib/access/test-mode/store/find-twin.ts';
import { eraseCustomer } from '#lib/care/privacy/store/erasures.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { isIdOf } from '#lib/foundation/shared/id-kinds.ts';
import { type QueueEvent, workItemsIn } from '#lib/foundation/shared/queues.ts';
import { prepareCancellation } from '#lib/money/conversions/store/decisions.ts';
import { prepareConversion, readReferencedItems } from '#lib/money/conversions/store/record.ts';
import { prepareRefund, prepareReversal } from '#lib/money/conversions/store/refunds.ts';
import { prepareUpdate } from '#lib/money/conversions/store/update.ts';
import { paymentSecret as getKey } from '#lib/money/payment-details/store/key.ts';
import { sendWebhook } from '#lib/outlets/webhooks/store/send.ts';
import { getDiscount } from '#lib/program/discounts/store/discounts.ts';
import { findEvent } from '#lib/record/events/store/segments.ts';
import { processMessage } from '#lib/shops/connections/store/process.ts';
import { askWith } from '#lib/shops/coupons/store/ask.ts';
import { couponMaker } from '#lib/shops/coupons/store/make.ts';
import { queueCoupons } from '#lib/shops/coupons/store/queue.ts';
import { shopOrders } from '#lib/shops/orders/store/apply.ts';

const orders = { readReferencedItems, prepareConversion, prepareUpdate, prepareCancellation };
const operations = { ...orders, prepareRefund, prepareReversal };
const makeCoupon = couponMaker({ ask: askWith(sendWebhook), getDiscount, getKey });
const worker = { ...shopOrders(operations), getBrand, getKey, openTwin, eraseCustomer, makeCoupon };

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  for (const item of workItemsIn(event)) {
    if (isIdOf('event', item.id)) await queueCoupons(item, { findEvent, getKey, now: now() });
    else await processMessage(item, worker);
  }
}
