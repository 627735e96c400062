// Builds the writes of the state of an order in the shop.
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import type { Target } from './rules/applied.ts';
import type { StoredShopOrder } from './schema.ts';

const keptDays = 400;

export const shopOrderKey = ({ brand, connectionId }: Target, orderId: string) =>
  shopKeys.shopOrder(brand.id, connectionId, orderId);

type State = Omit<StoredShopOrder, 'revision'>;

/** Refused as stale if another message of the order has changed the state. */
export function saveState(
  target: Target,
  orderId: string,
  before: StoredShopOrder | undefined,
  after: State,
): Write {
  const key = shopOrderKey(target, orderId);
  const expiresAt = epochSeconds(addSeconds(target.now, keptDays * secondsPerDay));
  if (before === undefined) return putNew({ ...key, ...after, expiresAt, revision: 0 }, staleWrite);
  const changed = { ...after, expiresAt, revision: before.revision };
  return changeItem(key, before, changed);
}

/** Fails the transaction of a correction if a newer state or a further refund has arrived. */
export const isUnchanged = (target: Target, orderId: string, { revision }: StoredShopOrder): Write => ({
  kind: 'check',
  key: shopOrderKey(target, orderId),
  condition: '#revision = :was',
  values: { was: revision },
  refused: staleWrite,
});
