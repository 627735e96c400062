// Reads the messages of Shopify (https://shopify.dev/docs/api/webhooks).
import { parseInstant } from '#lib/foundation/shared/dates.ts';
import type { Adapter, AdapterSettings, Headers, Message, Reading } from '../adapter.ts';
import { idOfContent, parseMessage } from '../message.ts';
import { hasBase64Signature } from '../signatures.ts';
import { shopOrder } from './order.ts';
import { guessTaxesIncluded, returnsMoney, shopRefund } from './refunds.ts';
import { deleted, order, privacyRequest, refundMessage } from './schema.ts';

type Content = Pick<Message, 'isTest' | 'readings'>;

const one = (reading: Reading, isTest = false): Content => ({ isTest, readings: [reading] });
const ignored = (reason: string, isTest = false): Content => one({ kind: 'ignored', reason }, isTest);

const inUpdate = 'The next message of the order (`orders/updated`) has this change.';

const triggeredAt = (headers: Headers) => parseInstant(headers['x-shopify-triggered-at'] ?? '');

interface Input {
  readonly headers: Headers;
  readonly rawBody: string;
  readonly settings: AdapterSettings;
  readonly receivedAt: Date;
}

function readOrder({ headers, rawBody, settings }: Input): Content {
  const read = shopOrder(parseMessage(order, rawBody), triggeredAt(headers), settings);
  return one({ kind: 'order', order: read }, read.isTest);
}

/** A refund of items means the same without its order only if money was returned for them. */
function readRefund({ rawBody, settings }: Input): Content {
  const read = parseMessage(refundMessage, rawBody);
  const isTest = read.transactions.some(({ test }) => test === true);
  const currency = read.refund_line_items[0]?.subtotal_set?.shop_money.currency_code;
  if (!returnsMoney(read) || currency === undefined) return ignored(inUpdate, isTest);
  const terms = { ...settings, currency, taxesIncluded: guessTaxesIncluded(read, currency) };
  const found = shopRefund(read, terms);
  if (found.amount <= 0) return ignored('The refund contains nothing that earns commission.', isTest);
  return one({ kind: 'refund', orderId: read.order_id, refund: found }, isTest);
}

function readDeletion({ headers, rawBody, receivedAt }: Input): Content {
  const { id: orderId } = parseMessage(deleted, rawBody);
  const at = triggeredAt(headers) ?? receivedAt.toISOString();
  return one({ kind: 'cancel', orderId, at, reason: 'The order was deleted in the shop.' });
}

const readPrivacy =
  (kind: 'eraseCustomer' | 'reportCustomer') =>
  ({ rawBody }: Input): Content => {
    const { customer } = parseMessage(privacyRequest, rawBody);
    return one({
      kind,
      ...(customer?.id !== undefined && { customerId: customer.id }),
      ...(customer?.email !== undefined && { customerEmail: customer.email }),
    });
  };

const disconnect = (): Content => one({ kind: 'disconnect' });

const topics: Readonly<Record<string, (input: Input) => Content>> = {
  'orders/create': readOrder,
  'orders/paid': readOrder,
  'orders/updated': readOrder,
  'orders/cancelled': readOrder,
  'orders/edited': () => ignored(inUpdate),
  'orders/delete': readDeletion,
  'refunds/create': readRefund,
  'customers/data_request': readPrivacy('reportCustomer'),
  'customers/redact': readPrivacy('eraseCustomer'),
  'shop/redact': disconnect,
  'app/uninstalled': disconnect,
};

export const shopify: Adapter = {
  type: 'shopify',
  verify: (secret, headers, rawBody) => hasBase64Signature(secret, headers['x-shopify-hmac-sha256'], rawBody),
  read(headers, rawBody, settings, receivedAt) {
    const topic = headers['x-shopify-topic'] ?? '';
    const messageId = headers['x-shopify-webhook-id'] ?? idOfContent(topic, rawBody);
    const read = Object.hasOwn(topics, topic) ? topics[topic] : undefined;
    const content =
      read?.({ headers, rawBody, settings, receivedAt }) ??
      ignored('Messages of this topic are not needed. Unsubscribe from it in Shopify.');
    return { messageId, topic, ...content };
  },
};
