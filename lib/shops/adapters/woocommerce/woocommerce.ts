// Reads the messages of WooCommerce (https://woocommerce.github.io/woocommerce-rest-api-docs/#webhooks).
import type { Adapter, AdapterSettings, Reading } from '../adapter.ts';
import { idOfContent, parseMessage, UnreadableMessage } from '../message.ts';
import { hasBase64Signature } from '../signatures.ts';
import { shopOrder } from './order.ts';
import { deleted, failure, order } from './schema.ts';

const ping = /^webhook_id=\d{1,20}$/;

const changes = new Set(['order.created', 'order.updated', 'order.restored']);

function readOrder(rawBody: string, settings: AdapterSettings): Reading {
  const { code, message } = parseMessage(failure, rawBody);
  if (code === undefined) return { kind: 'order', order: shopOrder(parseMessage(order, rawBody), settings) };
  throw new UnreadableMessage(
    `WooCommerce sent an error instead of the order: ${message?.replace(/\.$/, '')}. Save the webhook again as a user who may read orders.`,
  );
}

function readingOf(topic: string, rawBody: string, settings: AdapterSettings, receivedAt: Date): Reading {
  if (ping.test(rawBody)) return { kind: 'ignored', reason: 'WooCommerce tested the address.' };
  if (changes.has(topic)) return readOrder(rawBody, settings);
  if (topic === 'order.deleted')
    return {
      kind: 'cancel',
      orderId: parseMessage(deleted, rawBody).id,
      at: receivedAt.toISOString(),
      reason: 'The order was deleted in the shop.',
    };
  return {
    kind: 'ignored',
    reason: 'Messages of this topic are not needed. Delete this webhook in WooCommerce.',
  };
}

export const woocommerce: Adapter = {
  type: 'woocommerce',
  verify: (secret, headers, rawBody) =>
    hasBase64Signature(secret, headers['x-wc-webhook-signature'], rawBody),
  isPing: (rawBody) => rawBody.length < 40 && ping.test(Buffer.from(rawBody).toString()),
  read(headers, rawBody, settings, receivedAt) {
    const topic = headers['x-wc-webhook-topic'] ?? '';
    // WooCommerce gives all deliveries of one second the same id.
    const messageId = idOfContent(`${topic} ${headers['x-wc-webhook-delivery-id']}`, rawBody);
    return { messageId, topic, isTest: false, readings: [readingOf(topic, rawBody, settings, receivedAt)] };
  },
};
