// Lists the API keys of a brand with their last uses.
import { type ApiKey, storedApiKey, storedUse } from '#lib/access/api-keys/schema/stored.ts';
import type { Mode } from '#lib/foundation/contract/mode.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { totalOf } from '#lib/foundation/table/counters.ts';
import { sortKey } from '#lib/foundation/table/keys/item.ts';
import { apiKeyUsePartition, collectionPartition } from '#lib/foundation/table/keys/keys.ts';
import { listQueryFor } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { readList } from '#lib/foundation/table/pages.ts';

export interface ApiKeyWithUse {
  readonly apiKey: ApiKey;
  readonly lastUsedAt: string | null;
}

export const allApiKeys = async (brandId: string): Promise<readonly ApiKey[]> =>
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
