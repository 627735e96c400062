// Creates API keys in states that the API cannot create at once.
import { newApiKey } from '#lib/access/api-keys/rules/api-key.ts';
import type { ApiKeyInput } from '#lib/access/api-keys/schema/endpoints.ts';
import { addApiKey, maxApiKeys } from '#lib/access/api-keys/writes.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { deleteOldKeys } from './situation-helpers.ts';
import type { World } from './situations.ts';

const input: ApiKeyInput = { name: 'Shop server', mode: 'live', scopes: ['*'] };

export async function fillApiKeys(brandId: string, count: number, validUntil: string | null = null) {
  const created = Array.from({ length: count }, () => newApiKey(brandId, input, now()).apiKey);
  await Promise.all(created.map((apiKey) => transact(addApiKey({ ...apiKey, validUntil }))));
}

/** The brand has as many keys as it may have. Two have expired, so that a repeated request finds one as well. */
export async function reachKeyLimit(world: World): Promise<void> {
  await deleteOldKeys(world, 0);
  await fillApiKeys(world.brandId, 2, '2020-01-01T00:00:00.000Z');
  await fillApiKeys(world.brandId, maxApiKeys - 2);
}
