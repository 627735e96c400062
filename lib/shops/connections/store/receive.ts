// Receives the messages of shops: verifies the signature, and stores each message once.
import { createHmac, hash } from 'node:crypto';
import { DomainError, unauthenticated } from '#lib/foundation/shared/errors.ts';
import { updateItem } from '#lib/foundation/table/client.ts';
import { updateIf } from '#lib/foundation/table/conditional.ts';
import { shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { toUpdateInput } from '#lib/foundation/table/writes/expression.ts';
import type { Adapter, Message } from '#lib/shops/adapters/adapter.ts';
import { UnreadableMessage } from '#lib/shops/adapters/message.ts';
import { secretOf } from '#lib/shops/connections/rules/connection.ts';
import { maxMessageBytes } from '#lib/shops/connections/rules/limits.ts';
import { readableMessage, unreadableMessage } from '#lib/shops/connections/rules/message.ts';
import type { Connection } from '#lib/shops/connections/schema/stored.ts';
import { addMessage, countMessage, countRefused, RepeatedMessage } from '#lib/shops/connections/writes.ts';
import { findConnectionAt } from './connections.ts';

export interface SentMessage {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

interface Receiver {
  readonly adapters: Readonly<Record<Adapter['type'], Adapter>>;
  /** The key of payment details. */
  readonly key: string;
  readonly sourceIp: string;
  readonly now: Date;
}

const secondsPerMinute = 60;

const minuteAt = (now: Date): number => Math.floor(now.getTime() / 1000 / secondsPerMinute);

const limitReached = (now: Date) =>
  new DomainError('tooManyRequests', 'message_limit_reached', 'Too many messages: send it again later', {
    retryAfterSeconds: secondsPerMinute - Math.floor((now.getTime() / 1000) % secondsPerMinute),
  });

/** Shops share addresses, so a valid signature is never refused for the failures of other connections. */
async function refuse(connection: Connection | undefined, { key, sourceIp, now }: Receiver): Promise<Error> {
  const addressHash = createHmac('sha256', key).update(`message from ${sourceIp}`).digest('base64url');
  const counted = await updateIf(shopKeys.refusedMessages(addressHash, minuteAt(now)), countRefused(now));
  if (counted === undefined) return limitReached(now);
  if (connection !== undefined)
    await updateItem({
      Key: { ...shopKeys.connectionActivity(connection.brandId, connection.id) },
      ...toUpdateInput({ set: { lastRefusedAt: now.toISOString() } }),
    });
  const message = 'No connection has this address, or the signature of the message is wrong';
  return unauthenticated('message_signature_invalid', message);
}

/** Another message can begin the minute between the two changes. */
async function countAndCheck({ brandId, id }: Connection, now: Date): Promise<void> {
  const [next, first] = countMessage(minuteAt(now), now);
  const activity = shopKeys.connectionActivity(brandId, id);
  for (const change of [next, first, next]) if ((await updateIf(activity, change)) !== undefined) return;
  throw limitReached(now);
}

function readOrFail(
  { headers, body }: SentMessage,
  { shop, settings }: Connection,
  { adapters, now }: Receiver,
) {
  try {
    return adapters[shop].read(headers, Buffer.from(body).toString(), settings, now);
  } catch (error) {
    if (error instanceof UnreadableMessage) return error;
    throw error;
  }
}

const toStored = (
  read: Message | UnreadableMessage,
  sent: SentMessage,
  connection: Connection,
  { key, now }: Receiver,
) =>
  read instanceof UnreadableMessage
    ? ([unreadableMessage(connection, read.message, now), hash('sha256', sent.body)] as const)
    : ([readableMessage(connection, read, key, now), read.messageId] as const);

const isSigned = async (
  connection: Connection,
  { headers, body }: SentMessage,
  { adapters, key, now }: Receiver,
): Promise<boolean> =>
  adapters[connection.shop].verify(secretOf(connection, key), headers, body, now.getTime());

/** A repeated delivery changes nothing. Throws a 401 for a message that the shop has not signed. */
export async function receiveMessage(id: string, sent: SentMessage, receiver: Receiver): Promise<void> {
  if (sent.body.byteLength > maxMessageBytes)
    throw new DomainError('tooLarge', 'body_too_large', `The body must be at most ${maxMessageBytes} bytes`);
  if (Object.values(receiver.adapters).some(({ isPing }) => isPing?.(sent.body))) return;
  const connection = await findConnectionAt(id);
  if (connection === undefined || !(await isSigned(connection, sent, receiver)))
    throw await refuse(connection, receiver);
  await countAndCheck(connection, receiver.now);
  const [message, messageId] = toStored(readOrFail(sent, connection, receiver), sent, connection, receiver);
  try {
    await transact(addMessage(message, messageId));
  } catch (error) {
    if (!(error instanceof RepeatedMessage)) throw error;
  }
}
