// Connects shops, and stores messages with any readings, as if an adapter had read them.
import { randomBytes } from 'node:crypto';
import { now } from '#lib/foundation/shared/clock.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { paymentSecret } from '#lib/money/payment-details/store/key.ts';
import type { Reading, ShopOrder } from '#lib/shops/adapters/adapter.ts';
import { readableMessage } from '#lib/shops/connections/rules/message.ts';
import { findConnectionAt } from '#lib/shops/connections/store/connections.ts';
import { addMessage } from '#lib/shops/connections/writes.ts';
import { send } from './service.ts';
import { signedHeaders } from './shop-messages.ts';

/** Stores a message, and returns its id. */
export async function storeReadings(connectionId: string, readings: readonly Reading[]): Promise<string> {
  const connection = await findConnectionAt(connectionId);
  if (connection === undefined) throw new Error('Connect the shop first');
  const read = { messageId: randomBytes(8).toString('hex'), topic: 'order.updated', isTest: false, readings };
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
export const sendAsShop = (
  id: string,
  body: string,
  { secret, ...others }: { secret?: string; sourceIp?: string } = {},
) => send('POST', `/connections/${id}/events`, { body, headers: signedHeaders(body, secret), ...others });
