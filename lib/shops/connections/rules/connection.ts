// Creates and changes connections, and decides when one fails.
import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { seal, unseal } from '#lib/money/payment-details/rules/seal.ts';
import type { ConnectionChanges, ConnectionInput } from '#lib/shops/connections/schema/endpoints.ts';
import type { Connection } from '#lib/shops/connections/schema/stored.ts';
import type { ShopAccess } from '#lib/shops/coupons/rules/coupon.ts';

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

export const accessOf = ({ access, ...connection }: Connection, key: string): ShopAccess | undefined =>
  access === undefined ? undefined : Object(unsealFor(connection, access, key));

/** Any other host would receive the token. */
const isShopifyHost = (storeUrl = ''): boolean => new URL(storeUrl).hostname.endsWith('.myshopify.com');

const withAccess = (access: string | undefined) => (access === undefined ? {} : { access });

/** Throws a 400 for an access that the shop cannot have. */
function sealAccess(
  connection: Named & Pick<Connection, 'shop'>,
  access: ShopAccess | null | undefined,
  key: string,
): string | undefined {
  if (access === null || access === undefined) return undefined;
  if (connection.shop !== 'stripe' && access.storeUrl === undefined)
    throw invalidField('access.storeUrl', `Required for a shop of ${connection.shop}`);
  if (connection.shop === 'shopify' && !isShopifyHost(access.storeUrl))
    throw invalidField('access.storeUrl', 'Must be the address of the shop that ends with .myshopify.com');
  if (connection.shop === 'woocommerce' && access.secret === undefined)
    throw invalidField('access.secret', 'Required for a shop of woocommerce');
  return sealFor(connection, access, key);
}

export function newConnection(
  brandId: string,
  { type, name, secret, settings = {}, access }: ConnectionInput,
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
    ...withAccess(sealAccess({ brandId, id, shop: type }, access, key)),
    failingSince: null,
    failure: null,
    createdAt: at,
    revision: 0,
  };
}

export function changedConnection(
  before: Connection,
  {
    secret,
    name = before.name,
    settings = before.settings,
    status = before.status,
    access,
  }: ConnectionChanges,
  key: string,
  now: Date,
): Connection {
  const isNewSecret = secret !== undefined && secret !== secretOf(before, key);
  const { access: accessBefore, ...others } = before;
  const isSameAccess = access === undefined || isDeepStrictEqual(access, accessOf(before, key));
  const after = {
    ...others,
    ...withAccess(isSameAccess ? accessBefore : sealAccess(before, access, key)),
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

/** The first failure of several is an event, and the others are none. */
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
