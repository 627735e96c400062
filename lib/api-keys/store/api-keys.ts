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
} from '#lib/api-keys/rules/api-key.ts';
import type { ApiKeyChanges, ApiKeyInput } from '#lib/api-keys/schema/endpoints.ts';
import { type ApiKey, storedApiKey, storedUse } from '#lib/api-keys/schema/stored.ts';
import {
  addApiKey,
  apiKeyKey,
  apiKeyLimitReached,
  changeApiKey,
  deleteApiKey,
  replaceApiKey,
} from '#lib/api-keys/writes.ts';
import { type Caller, grantOf, keyIdOf } from '#lib/auth/rules/caller.ts';
import { rightsUnchanged } from '#lib/auth/writes.ts';
import type { Mode } from '#lib/contract/mode.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { idNotFound } from '#lib/shared/ids.ts';
import { getItems, queryPartition } from '#lib/table/client.ts';
import { totalOf } from '#lib/table/counters.ts';
import { sortKey } from '#lib/table/keys/item.ts';
import { apiKeyUsePartition, collectionPartition, keys } from '#lib/table/keys/keys.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import type { PageRequest } from '#lib/table/list-source.ts';
import { readList } from '#lib/table/pages.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { withPreconditions } from '#lib/table/writes/preconditions.ts';
import type { Write } from '#lib/table/writes/write.ts';

export interface ApiKeyWithUse {
  readonly apiKey: ApiKey;
  readonly lastUsedAt: string | null;
}

export async function getApiKey(brandId: string, id: string): Promise<ApiKeyWithUse> {
  const [found, use] = await getItems([apiKeyKey({ brandId, id }), keys.apiKeyUse(brandId, id)]);
  if (found === undefined) throw idNotFound('apiKey');
  return {
    apiKey: storedApiKey.parse(found),
    lastUsedAt: use === undefined ? null : storedUse.parse(use).lastUsedAt,
  };
}

export async function listApiKeys(brandId: string, mode: Mode | undefined, page: PageRequest) {
  const source = { queries: [listQueryFor(brandId, 'apiKey', { status: mode })], kind: 'apiKey' } as const;
  const [list, lastUses] = await Promise.all([
    readList(
      source,
      page,
      (found) => storedApiKey.parse(found),
      totalOf(brandId, 'apiKeys', [mode ?? 'total']),
    ),
    readLastUses(brandId),
  ]);
  const items = list.items.map((apiKey) => ({ apiKey, lastUsedAt: lastUses.get(apiKey.id) ?? null }));
  return { ...list, items };
}

const isLimitReached = (error: unknown): boolean =>
  error instanceof DomainError && error.code === apiKeyLimitReached().code;

const allApiKeys = async (brandId: string): Promise<readonly ApiKey[]> =>
  (await queryPartition(collectionPartition(brandId, 'apiKey'))).map((item) => storedApiKey.parse(item));

async function readLastUses(brandId: string): Promise<ReadonlyMap<unknown, string | null>> {
  const uses = await queryPartition(apiKeyUsePartition(brandId));
  return new Map(uses.map((use) => [use[sortKey], storedUse.parse(use).lastUsedAt]));
}

/** Returns all keys of a brand, oldest first. */
export async function listAllApiKeys(brandId: string): Promise<readonly ApiKeyWithUse[]> {
  const [found, lastUses] = await Promise.all([allApiKeys(brandId), readLastUses(brandId)]);
  return found.map((apiKey) => ({ apiKey, lastUsedAt: lastUses.get(apiKey.id) ?? null }));
}

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
