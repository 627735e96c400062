// Builds the writes of connections and of their messages.
import { hash } from 'node:crypto';
import { addSeconds, epochSeconds, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { forbidden } from '#lib/foundation/shared/errors.ts';
import { messageStatePartition, shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import type { Changes, Expression } from '#lib/foundation/table/writes/expression.ts';
import { deleteExisting, putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { maxConnections, messagesPerMinute, refusedPerMinute } from './rules/limits.ts';
import type { Connection, ShopMessage } from './schema/stored.ts';

const limitReached = () =>
  forbidden(
    'connection_limit_reached',
    `A brand can have at most ${maxConnections} connections. Delete one that is no longer used`,
  );

const limit = { field: 'total', below: maxConnections, refused: limitReached };

export const addConnection = (connection: Connection): readonly Write[] => [
  putNew({ ...shopKeys.connection(connection.brandId, connection.id), ...connection }),
  putNew({ ...shopKeys.connectionAddress(connection.id), brandId: connection.brandId }),
  incrementCounter(connection.brandId, 'connections', connection.id, { total: 1 }, limit),
];

/** Refused as stale if the connection was changed or deleted since it was read. */
export const changeConnection = (before: Connection, after: Connection): Write =>
  changeItem(shopKeys.connection(before.brandId, before.id), before, after);

export const removeConnection = ({ brandId, id }: Connection): readonly Write[] => [
  deleteExisting(shopKeys.connection(brandId, id), staleWrite),
  deleteExisting(shopKeys.connectionAddress(id), staleWrite),
  { kind: 'delete', key: shopKeys.connectionActivity(brandId, id) },
  incrementCounter(brandId, 'connections', id, { total: -1 }),
];

const withIndexKey = (message: ShopMessage) => ({
  ...message,
  byStatus: messageStatePartition(message.brandId, message.connectionId, message.status),
});

export class RepeatedMessage extends Error {}

/** `messageId` is that of the sender. */
export const addMessage = (message: ShopMessage, messageId: string): readonly Write[] => {
  const { brandId, connectionId, id, expiresAt } = message;
  const digest = hash('sha256', messageId, 'base64url');
  const claim = { ...shopKeys.messageClaim(brandId, connectionId, digest), id, expiresAt };
  return [
    putNew(claim, () => new RepeatedMessage('The message is already stored')),
    putNew({ ...shopKeys.shopMessage(brandId, id), ...withIndexKey(message) }),
  ];
};

/** Refused as stale if another worker or a retry has changed the message. */
export const changeMessage = (before: ShopMessage, after: ShopMessage): Write =>
  changeItem(shopKeys.shopMessage(before.brandId, before.id), withIndexKey(before), withIndexKey(after));

type Change = Changes & Expression;

/** The first message of a minute begins the count, which the second change does. */
export const countMessage = (minute: number, now: Date): readonly [next: Change, first: Change] => {
  const lastMessageAt = now.toISOString();
  return [
    {
      set: { lastMessageAt },
      add: { count: 1 },
      condition: '#minute = :minute AND #count < :limit',
      values: { minute, limit: messagesPerMinute },
    },
    {
      set: { lastMessageAt, minute, count: 1 },
      condition: 'attribute_not_exists(#minute) OR #minute <> :now',
      values: { now: minute },
    },
  ];
};

export const countRefused = (now: Date): Change => ({
  set: { expiresAt: epochSeconds(addSeconds(now, secondsPerHour)) },
  add: { count: 1 },
  condition: 'attribute_not_exists(#count) OR #count < :limit',
  values: { limit: refusedPerMinute },
});
