// Defines the keys of connections with shops, of their messages, and of the orders that they describe.

export const connectionPartition = (brandId: string): string => `${brandId}#CONNECTION`;

/** The messages of a connection in one state, in the index of states. */
export const messageStatePartition = (brandId: string, connectionId: string, state: string): string =>
  `${brandId}#${connectionId}#SHOP_MESSAGE#${state}`;

/** The known facts about the orders of a connection. */
export const shopOrderPartition = (brandId: string, connectionId: string): string =>
  `${brandId}#${connectionId}#SHOP_ORDER`;

export const shopKeys = {
  connection: (brandId: string, id: string) => ({ pk: connectionPartition(brandId), sk: id }),
  /** Finds the brand of a connection, because the address for messages names only the connection. */
  connectionAddress: (id: string) => ({ pk: `CONNECTION#${id}`, sk: 'ADDRESS' }),
  connectionActivity: (brandId: string, id: string) => ({ pk: `${brandId}#CONNECTION_ACTIVITY`, sk: id }),
  /** Counts messages with a wrong signature from an address in a minute. */
  refusedMessages: (addressHash: string, minute: number) => ({
    pk: `REFUSED_MESSAGES#${addressHash}`,
    sk: String(minute),
  }),
  shopMessage: (brandId: string, id: string) => ({ pk: `${brandId}#SHOP_MESSAGE`, sk: id }),
  /** Claims the sender's id of a message, so that a repeated delivery is stored once. */
  messageClaim: (brandId: string, connectionId: string, digest: string) => ({
    pk: `${brandId}#${connectionId}#MESSAGE_CLAIM`,
    sk: digest,
  }),
  shopOrder: (brandId: string, connectionId: string, orderId: string) => ({
    pk: shopOrderPartition(brandId, connectionId),
    sk: orderId,
  }),
} as const;
