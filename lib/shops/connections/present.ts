// Converts stored connections and messages to their representations.
import { environment } from '#lib/foundation/shared/environment.ts';
import type { Activity, Connection, ShopMessage } from './schema/stored.ts';

const addressOf = ({ id }: Connection): string => `${environment.API_URL ?? ''}/connections/${id}/events`;

/** Events show no activity. */
export function presentConnection(connection: Connection) {
  const { id, shop, name, status, settings, access, secretChangedAt, failingSince, failure, createdAt } =
    connection;
  const shown = { id, type: shop, name, status, settings, url: addressOf(connection) };
  const makesCoupons = access !== undefined;
  return { ...shown, makesCoupons, secretChangedAt, failingSince, failure, createdAt };
}

const unused: Activity = { lastMessageAt: null, lastRefusedAt: null };

export const presentConnectionWith = (
  connection: Connection,
  { lastMessageAt, lastRefusedAt }: Activity = unused,
) => ({ ...presentConnection(connection), lastMessageAt, lastRefusedAt });

export const presentMessage = (message: ShopMessage) => {
  const { id, status: state, topic, orderId, reason, isTest, attempts, receivedAt } = message;
  return { id, state, topic, orderId, reason, isTest, attempts, receivedAt };
};
