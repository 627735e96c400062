// Creates and changes connections, and decides when one fails.
import { isDeepStrictEqual } from 'node:util';
import { newId } from '#lib/foundation/shared/ids.ts';
import { seal, unseal } from '#lib/money/payment-details/rules/seal.ts';
import type { ConnectionChanges, ConnectionInput } from '#lib/shops/connections/schema/endpoints.ts';
import type { Connection } from '#lib/shops/connections/schema/stored.ts';

interface Named {
  readonly brandId: string;
  readonly id: string;
}

/** The text of one connection cannot be stored as that of another. */
const ownerOf = ({ brandId, id }: Named) => ({ brandId, affiliateId: id });

export const sealFor = (connection: Named, value: object, key: string): string =>
  seal(key, ownerOf(connection), value);

export const unsealFor = (connection: Named, sealed: string, key: string): unknown =>
  unseal(key, ownerOf(connection), sealed);

export const secretOf = ({ secret, ...connection }: Connection, key: string): string =>
  String(Object(unsealFor(connection, secret, key)).secret);

export function newConnection(
  brandId: string,
  { type, name, secret, settings = {} }: ConnectionInput,
  key: string,
  now: Date,
): Connection {
  const id = newId('connection', now);
  const at = now.toISOString();
  return {
    id,
    brandId,
    shop: type,
    name,
    status: 'active',
    settings,
    secret: sealFor({ brandId, id }, { secret }, key),
    secretChangedAt: at,
    failingSince: null,
    failure: null,
    createdAt: at,
    revision: 0,
  };
}

export function changedConnection(
  before: Connection,
  { secret, name = before.name, settings = before.settings, status = before.status }: ConnectionChanges,
  key: string,
  now: Date,
): Connection {
  const isNewSecret = secret !== undefined && secret !== secretOf(before, key);
  const after = {
    ...before,
    name,
    settings,
    status,
    ...(isNewSecret && {
      secret: sealFor(before, { secret }, key),
      secretChangedAt: now.toISOString(),
    }),
  };
  return isDeepStrictEqual(after, before) ? before : after;
}

/** Only the first failure of several is an event. */
export const failedConnection = (before: Connection, failure: string, now: Date): Connection =>
  before.failingSince === null ? { ...before, failingSince: now.toISOString(), failure } : before;

export const recoveredConnection = (before: Connection): Connection =>
  before.failingSince === null ? before : { ...before, failingSince: null, failure: null };

export const disconnected = (before: Connection, now: Date): Connection => ({
  ...failedConnection(
    before,
    'The shop has removed the connection. Connect it again, and send its secret',
    now,
  ),
  status: 'paused',
});
