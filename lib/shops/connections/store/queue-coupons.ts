// Adds a message for each connection that makes coupons, when a discount code was created, changed or deleted.
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { connectionPartition } from '#lib/foundation/table/keys/shop-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { RecordedEvent } from '#lib/record/events/rules/segment.ts';
import { couponMessage } from '#lib/shops/connections/rules/message.ts';
import { storedConnection } from '#lib/shops/connections/schema/stored.ts';
import { addMessage, RepeatedMessage } from '#lib/shops/connections/writes.ts';

export interface Services {
  readonly findEvent: (brandId: string, id: string) => Promise<RecordedEvent | undefined>;
  readonly getKey: () => Promise<string>;
}

/** The messages of one event are stored once, however often the event arrives. */
export async function queueCoupons(
  { brandId, id }: WorkItem,
  { findEvent, getKey }: Services,
): Promise<void> {
  const found = await queryPartition(connectionPartition(brandId));
  const connections = found
    .map((item) => storedConnection.parse(item))
    .filter(({ access }) => access !== undefined);
  if (connections.length === 0) return;
  const event = await findEvent(brandId, id);
  if (event === undefined) return;
  const named = { discountId: event.resourceId, code: String(Object(event.data).code) };
  const key = await getKey();
  for (const connection of connections) {
    try {
      await transact(
        addMessage(couponMessage(connection, named, key, new Date(event.createdAt)), `coupon ${id}`),
      );
    } catch (error) {
      if (!(error instanceof RepeatedMessage)) throw error;
    }
  }
}
