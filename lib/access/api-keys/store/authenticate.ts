// Reads the caller of a request with an API key, and records the last use of the key.
import { isAllowedIp } from '#lib/access/api-keys/rules/allowed-ips.ts';
import { isExpired, isUseDue, oldestCurrentUse } from '#lib/access/api-keys/rules/api-key.ts';
import type { KeyCaller } from '#lib/access/api-keys/rules/caller.ts';
import { withNewAddress } from '#lib/access/api-keys/rules/key-addresses.ts';
import { type KeyReference, matchesHash, parseKeyText } from '#lib/access/api-keys/rules/key-text.ts';
import { storedApiKey, storedUse } from '#lib/access/api-keys/schema/stored.ts';
import { forgetAccepted, rememberAccepted } from '#lib/access/api-keys/store/accepted-keys.ts';
import { apiKeyKey } from '#lib/access/api-keys/writes.ts';
import { addressHashOf } from '#lib/access/brands/rules/address-hash.ts';
import { storedBrand } from '#lib/access/brands/schema.ts';
import { currentActor } from '#lib/foundation/shared/actor.ts';
import { forbidden, unauthenticated } from '#lib/foundation/shared/errors.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { withTimeLimit } from '#lib/foundation/shared/time-limit.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { updateOrGetExisting } from '#lib/foundation/table/conditional.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { encodeAttribution } from '#lib/foundation/table/writes/attribution.ts';
import { toUpdateInput } from '#lib/foundation/table/writes/expression.ts';

/** Throws a 401, without a read, for a key that was mistyped or cut off. */
export function referenceIn(text: string): KeyReference {
  const reference = parseKeyText(text);
  if (reference === undefined)
    throw unauthenticated('api_key_invalid', 'Invalid API key: check that it was copied completely');
  return reference;
}

interface ReadOptions {
  readonly now: Date;
  readonly sourceIp: string;
  readonly extraKeys: readonly Key[];
}

/** Reads the caller and the items of `extraKeys` in one strongly consistent call. */
export async function readKeyCaller(
  text: string,
  { brandId, id }: KeyReference,
  { now, sourceIp, extraKeys }: ReadOptions,
): Promise<{ caller: KeyCaller; items: readonly (Item | undefined)[] }> {
  const [found, use, brand, ...items] = await getItems([
    apiKeyKey({ brandId, id }),
    keys.apiKeyUse(brandId, id),
    keys.brand(brandId),
    ...extraKeys,
  ]);
  const key = found === undefined ? undefined : storedApiKey.parse(found);
  if (key === undefined || brand === undefined || !matchesHash(text, key.keyHash)) {
    forgetAccepted(text);
    throw unauthenticated('api_key_unknown', 'Unknown or revoked API key');
  }
  rememberAccepted(text);
  if (isExpired(key, now)) throw unauthenticated('api_key_expired', 'API key expired');
  if (!isAllowedIp(key.allowedIps, sourceIp)) {
    throw forbidden('ip_not_allowed', 'The API key cannot be used from this IP address');
  }
  const owner = storedBrand.parse(brand);
  const caller = {
    kind: 'key',
    role: 'admin',
    key,
    use: use && storedUse.parse(use),
    addressHash: addressHashOf(owner, sourceIp),
    brand: owner,
    mode: 'live',
    accountId: brandId,
  } as const;
  return { caller, items };
}

/** The response of a request waits at most this long for the record of the use. */
const limitMilliseconds = 300;

/** The new address becomes an entry of the audit trail, which names the actor. */
function changeOfUse({ use, addressHash }: KeyCaller, now: Date) {
  const lastUsedAt = now.toISOString();
  const addresses = withNewAddress(use?.addresses ?? [], addressHash, now);
  if (addresses !== undefined) {
    const changedBy = encodeAttribution({ actor: currentActor(), at: now });
    return { set: { lastUsedAt, addresses, changedBy } };
  }
  if (!isUseDue(use?.lastUsedAt ?? null, now)) return undefined;
  return {
    set: { lastUsedAt },
    condition: '#lastUsedAt <= :due',
    values: { due: oldestCurrentUse(now) },
  };
}

/** Writes once an hour and for new addresses, and never fails, because the request matters more than the record. */
export async function recordUse(caller: KeyCaller, now: Date): Promise<void> {
  const { key } = caller;
  const change = changeOfUse(caller, now);
  if (change === undefined) return;
  const write = updateOrGetExisting({
    Key: { ...keys.apiKeyUse(key.brandId, key.id) },
    ...toUpdateInput(change),
  }).catch((error: unknown) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    logger.warn('use of an API key not recorded', { keyId: key.id, failure: { name, message } });
  });
  await withTimeLimit<unknown>(limitMilliseconds, write, () => undefined);
}
