// Creates, reads, changes, rotates and deletes API keys.
import { isDeepStrictEqual } from 'node:util';
import {
  changedApiKey,
  isExpired,
  type NewKey,
  newApiKey,
  requireGrant,
  requireOtherKey,
  requireScopes,
  rotatedApiKey,
} from '#lib/access/api-keys/rules/api-key.ts';
import type { ApiKeyChanges, ApiKeyInput } from '#lib/access/api-keys/schema/endpoints.ts';
import { type ApiKey, storedApiKey, storedUse } from '#lib/access/api-keys/schema/stored.ts';
import {
  addApiKey,
  apiKeyKey,
  apiKeyLimitReached,
  changeApiKey,
  deleteApiKey,
  replaceApiKey,
} from '#lib/access/api-keys/writes.ts';
import { type Caller, grantOf, keyIdOf } from '#lib/access/auth/rules/caller.ts';
import { rightsUnchanged } from '#lib/access/auth/writes.ts';
import { DomainError, notFound } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { withPreconditions } from '#lib/foundation/table/writes/preconditions.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { type ApiKeyWithUse, allApiKeys } from './list.ts';

export async function getApiKey(brandId: string, id: string): Promise<ApiKeyWithUse> {
  const [found, use] = await getItems([apiKeyKey({ brandId, id }), keys.apiKeyUse(brandId, id)]);
  if (found === undefined) throw notFound('apiKey');
  return {
    apiKey: storedApiKey.parse(found),
    lastUsedAt: use === undefined ? null : storedUse.parse(use).lastUsedAt,
  };
}

const isLimitReached = (error: unknown): boolean =>
  error instanceof DomainError && error.code === apiKeyLimitReached().code;

const findExpired = async (brandId: string, now: Date): Promise<ApiKey | undefined> =>
  (await allApiKeys(brandId)).find((apiKey) => isExpired(apiKey, now));

/** At the limit, a new key takes the place of an expired one. */
async function commitNewKey(
  caller: Caller,
  apiKey: ApiKey,
  others: readonly Write[],
  now: Date,
): Promise<void> {
  const commit = (writes: readonly Write[]) =>
    transact(withPreconditions([...writes, ...others], rightsUnchanged(caller)));
  try {
    await commit(addApiKey(apiKey));
  } catch (error) {
    const expired = isLimitReached(error) ? await findExpired(apiKey.brandId, now) : undefined;
    if (expired === undefined) throw error;
    await commit(replaceApiKey(expired, apiKey));
  }
}

export async function createApiKey(caller: Caller, input: ApiKeyInput, now: Date): Promise<NewKey> {
  const created = newApiKey(caller.accountId, input, now);
  requireGrant(grantOf(caller), created.apiKey);
  await retryOnConflict(() => commitNewKey(caller, created.apiKey, [], now));
  return created;
}

export async function updateApiKey(
  caller: Caller,
  id: string,
  changes: ApiKeyChanges,
  now: Date,
): Promise<ApiKeyWithUse> {
  requireOtherKey(keyIdOf(caller), id);
  const grant = grantOf(caller);
  return retryOnConflict(async () => {
    const { apiKey: before, lastUsedAt } = await getApiKey(caller.accountId, id);
    const after = changedApiKey(before, changes, now);
    requireScopes(grant, before);
    requireGrant(grant, after);
    if (isDeepStrictEqual({ ...after, revision: before.revision }, before))
      return { apiKey: before, lastUsedAt };
    await transact(withPreconditions([changeApiKey(before, after)], rightsUnchanged(caller)));
    return { apiKey: after, lastUsedAt };
  });
}

export async function rotateApiKey(
  caller: Caller,
  id: string,
  overlapHours: number | undefined,
  now: Date,
): Promise<NewKey> {
  requireOtherKey(keyIdOf(caller), id);
  const grant = grantOf(caller);
  return retryOnConflict(async () => {
    const { apiKey: before } = await getApiKey(caller.accountId, id);
    requireScopes(grant, before);
    const { old, successor } = rotatedApiKey(before, overlapHours, grant, now);
    requireGrant(grant, successor.apiKey);
    await commitNewKey(caller, successor.apiKey, [changeApiKey(before, old)], now);
    return successor;
  });
}

/** The key is refused from the next request on. A key may revoke itself. The operator has no `caller`. */
export const revokeApiKey = (brandId: string, id: string, caller?: Caller): Promise<void> =>
  retryOnConflict(async () => {
    const { apiKey } = await getApiKey(brandId, id);
    await transact(
      withPreconditions(deleteApiKey(apiKey), caller === undefined ? [] : rightsUnchanged(caller)),
    );
  });
