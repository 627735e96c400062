// Connects a shop, which has sent the last orders, an order that is not paid, and one that failed.
import { demoPassword } from '#infra/local/demo/accounts.ts';
import { daysBefore } from '#infra/local/demo/creations.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { putItem } from '#lib/foundation/table/client.ts';
import { shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { paymentSecret } from '#lib/money/payment-details/store/key.ts';
import { failedConnection, newConnection } from '#lib/shops/connections/rules/connection.ts';
import { ended, type Outcome, readableMessage } from '#lib/shops/connections/rules/message.ts';
import { addConnection, addMessage } from '#lib/shops/connections/writes.ts';

const connectedDaysAgo = 30;
const ordersOfShop = 12;
const minutesBetween = 20;
const failure =
  'exchangeRate: No rate from CHF is stored for the day of the order or the 7 days before: store a rate with PUT /v1/exchange-rates/CHF';

export async function writeConnection(brand: Brand, conversions: readonly Conversion[], now: Date) {
  const key = await paymentSecret();
  const input = { type: 'shopify' as const, name: 'Online shop', secret: demoPassword, settings: {} };
  const connected = newConnection(brand.id, input, key, daysBefore(now, connectedDaysAgo));
  const connection = failedConnection(connected, failure, addSeconds(now, -60 * minutesBetween));
  await transact(addConnection(connection));
  const activity = shopKeys.connectionActivity(brand.id, connection.id);
  await putItem({ Item: { ...activity, lastMessageAt: now.toISOString() } });
  const write = (orderId: string, outcome: Outcome, changes: object, at: Date) => {
    const order = {
      ...{ orderId, occurredAt: at.toISOString(), changedAt: at.toISOString(), currency: brand.currency },
      ...{ state: 'paid' as const, amount: 4900, discountCodes: [], items: [], refunds: [], isTest: false },
      ...changes,
    };
    const readings = [{ kind: 'order' as const, order }];
    const read = { messageId: orderId, topic: 'orders/paid', isTest: false, readings };
    const message = ended(readableMessage(connection, read, key, at), outcome);
    return transact(addMessage(message, orderId));
  };
  const sent = conversions.filter(({ occurredAt }) => occurredAt > connected.createdAt).slice(-ordersOfShop);
  for (const { orderId, occurredAt } of sent)
    await write(orderId, { status: 'done', reason: null }, {}, new Date(occurredAt));
  const unpaid = { status: 'ignored', reason: 'The order is not paid yet' } as const;
  await write('90001', unpaid, { state: 'open' }, addSeconds(now, -120 * minutesBetween));
  const failed = { status: 'failed', reason: failure } as const;
  await write('90002', failed, { currency: 'CHF' }, addSeconds(now, -60 * minutesBetween));
}
