import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { openTwin } from '#lib/access/test-mode/store/find-twin.ts';
import { eraseCustomer } from '#lib/care/privacy/store/erasures.ts';
import { type QueueEvent, workItemsIn } from '#lib/foundation/shared/queues.ts';
import { prepareCancellation } from '#lib/money/conversions/store/decisions.ts';
import { prepareConversion, readReferencedItems } from '#lib/money/conversions/store/record.ts';
import { prepareRefund, prepareReversal } from '#lib/money/conversions/store/refunds.ts';
import { prepareUpdate } from '#lib/money/conversions/store/update.ts';
import { paymentSecret as getKey } from '#lib/money/payment-details/store/key.ts';
import { sendWebhook as sendToStranger } from '#lib/outlets/webhooks/store/send.ts';
import { getDiscount } from '#lib/program/discounts/store/discounts.ts';
import { findEvent } from '#lib/record/events/store/segments.ts';
import { continueReconciliation } from '#lib/shops/comparisons/store/advance.ts';
import { workOn } from '#lib/shops/connections/store/work.ts';
import { shopOrders } from '#lib/shops/orders/store/apply.ts';

const orders = { readReferencedItems, prepareConversion, prepareUpdate, prepareCancellation };
const operations = { ...orders, prepareRefund, prepareReversal };
const others = { sendToStranger, getDiscount, findEvent, continueReconciliation };
const services = { ...shopOrders(operations), ...others, getBrand, getKey, openTwin, eraseCustomer };

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  for (const item of workItemsIn(event)) await workOn(item, services);
}
