// Connects shops, and stores messages with any readings, as if an adapter had read them.
import { createHmac, randomBytes } from 'node:crypto';
import { now } from '#lib/foundation/shared/clock.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { paymentSecret } from '#lib/money/payment-details/store/key.ts';
import type { Reading, ShopOrder } from '#lib/shops/adapters/rules/adapter.ts';
import { readableMessage } from '#lib/shops/connections/rules/message.ts';
import { findConnectionAt } from '#lib/shops/connections/store/connections.ts';
import { addMessage } from '#lib/shops/connections/writes.ts';
import { dataOf } from './answers.ts';
import type { Json } from './json.ts';
import { send } from './service.ts';

export const shopSecret = 'secret-of-the-shop';

export const connectShop = (token: string, body: object = {}): Promise<Json> =>
  dataOf(
    send('POST', '/connections', {
      token,
      body: { type: 'woocommerce', name: 'Shop', secret: shopSecret, ...body },
    }),
    201,
  );

/** Stores a message, and returns its id. */
export async function storeReadings(connectionId: string, readings: readonly Reading[]): Promise<string> {
  const connection = await findConnectionAt(connectionId);
  if (connection === undefined) throw new Error('Connect the shop first');
  const read = { messageId: randomBytes(8).toString('hex'), topic: 'order.updated', readings };
  const message = readableMessage(connection, read, await paymentSecret(), now());
  await transact(addMessage(message, read.messageId));
  return message.id;
}

export const shopOrder = (changes: Partial<ShopOrder> = {}): ShopOrder => ({
  orderId: randomBytes(6).toString('hex'),
  changedAt: now().toISOString(),
  state: 'paid',
  occurredAt: now().toISOString(),
  currency: 'USD',
  amount: 10_000,
  discountCodes: [],
  items: [],
  refunds: [],
  isTest: false,
  ...changes,
});

export const orderReading = (order: ShopOrder): Reading => ({ kind: 'order', order });

/** Sends a message as WooCommerce does. */
export function sendAsShop(
  id: string,
  body: string,
  { secret = shopSecret, headers = {} }: { secret?: string; headers?: Readonly<Record<string, string>> } = {},
) {
  const signature = createHmac('sha256', secret).update(body).digest('base64');
  return send('POST', `/connections/${id}/events`, {
    body,
    headers: {
      'x-wc-webhook-signature': signature,
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-delivery-id': randomBytes(6).toString('hex'),
      ...headers,
    },
  });
}
