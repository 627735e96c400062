// Declares the items that this domain stores.
import { recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';
import { presentConnection } from '#lib/shops/connections/present.ts';
import { type Connection, storedConnection } from '#lib/shops/connections/schema/stored.ts';

const typeOfChange = (before: Connection, after: Connection) => {
  if (before.failingSince === null && after.failingSince !== null) return 'connection.failed';
  if (before.failingSince !== null && after.failingSince === null) return 'connection.recovered';
  return 'connection.updated';
};

export const connectionsItems = {
  connection: {
    description: 'Connection with a shop, with its encrypted secret',
    example: shopKeys.connection(sample.brand, 'con_01'),
    kept: 'until deleted',
    restore: 'kept',
    events: recorded({
      schema: storedConnection,
      present: (connection) => presentConnection(connection),
      created: () => 'connection.created',
      changed: typeOfChange,
      deleted: 'connection.deleted',
    }),
  },
  connectionAddress: {
    description: 'Brand of a connection',
    example: shopKeys.connectionAddress('con_01'),
    kept: 'as long as the connection',
    restore: null,
  },
  connectionActivity: {
    description: 'Time of the last messages of a connection, and their number in a minute',
    example: shopKeys.connectionActivity(sample.brand, 'con_01'),
    kept: 'as long as the connection',
    restore: 'kept',
  },
  refusedMessages: {
    description:
      'Number of messages with a wrong signature from an IP address in a minute, by its keyed hash',
    example: shopKeys.refusedMessages('sha256-of-the-address', 29_710_000),
    kept: 'one hour',
    restore: null,
  },
  shopMessage: {
    description: 'Message of a shop, with the encrypted orders and refunds in it',
    example: shopKeys.shopMessage(sample.brand, 'msg_01'),
    personal: 'K: e-mail address and id, encrypted, until the message is done',
    kept: '30 days',
    erasure: 'stays until it expires',
    restore: 'kept',
  },
  messageClaim: {
    description: 'Claim of the id that a shop has given to a message',
    example: shopKeys.messageClaim(sample.brand, 'con_01', 'sha256-of-the-id'),
    kept: '30 days',
    restore: 'kept',
  },
} satisfies StoredItems;
