// Creates, reads, changes, rotates and deletes API keys.
import { isDeepStrictEqual } from 'node:util';
import {
  changedApiKey,
  type Grant,
  isExpired,
  type NewKey,
  newApiKey,
  requireGrant,
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
async function commitNewKey(apiKey: ApiKey, others: readonly Write[], now: Date): Promise<void> {
  try {
    await transact([...addApiKey(apiKey), ...others]);
  } catch (error) {
    const expired = isLimitReached(error) ? await findExpired(apiKey.brandId, now) : undefined;
    if (expired === undefined) throw error;
    await transact([...replaceApiKey(expired, apiKey), ...others]);
  }
}

export async function createApiKey(
  brandId: string,
  input: ApiKeyInput,
  grant: Grant,
  now: Date,
): Promise<NewKey> {
  const created = newApiKey(brandId, input, now);
  requireGrant(grant, created.apiKey);
  await retryOnConflict(() => commitNewKey(created.apiKey, [], now));
  return created;
}

export const updateApiKey = (
  { brandId, id }: Pick<ApiKey, 'brandId' | 'id'>,
  changes: ApiKeyChanges,
  grant: Grant,
  now: Date,
): Promise<ApiKeyWithUse> =>
  retryOnConflict(async () => {
    const { apiKey: before, lastUsedAt } = await getApiKey(brandId, id);
    const after = changedApiKey(before, changes, now);
    requireScopes(grant, before);
    requireGrant(grant, after);
    if (isDeepStrictEqual({ ...after, revision: before.revision }, before))
      return { apiKey: before, lastUsedAt };
    await transact([changeApiKey(before, after)]);
    return { apiKey: after, lastUsedAt };
  });

export const rotateApiKey = (
  { brandId, id }: Pick<ApiKey, 'brandId' | 'id'>,
  overlapHours: number | undefined,
  grant: Grant,
  now: Date,
): Promise<NewKey> =>
  retryOnConflict(async () => {
    const { apiKey: before } = await getApiKey(brandId, id);
    requireScopes(grant, before);
    const { old, successor } = rotatedApiKey(before, overlapHours, grant, now);
    requireGrant(grant, successor.apiKey);
    await commitNewKey(successor.apiKey, [changeApiKey(before, old)], now);
    return successor;
  });

/** The key is refused from the next request on. */
export const revokeApiKey = (brandId: string, id: string): Promise<void> =>
  retryOnConflict(async () => {
    const { apiKey } = await getApiKey(brandId, id);
    await transact(deleteApiKey(apiKey));
  });
