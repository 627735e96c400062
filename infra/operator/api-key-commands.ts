// Defines the commands for the API keys of a brand. They never print a key.
import type { ApiKeyWithUse } from '#lib/access/api-keys/store/list.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { command, option } from './command.ts';
import { brandOption } from './options.ts';
import { table } from './text.ts';

const present = ({ apiKey, lastUsedAt }: ApiKeyWithUse) => {
  const { id, name, mode, scopes, ending, validUntil, createdAt } = apiKey;
  return { id, name, mode, scopes, ending, expiresAt: validUntil, lastUsedAt, createdAt };
};

const list = command({
  name: 'api-keys list',
  summary: 'List the API keys of a brand, oldest first',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  action: async ({ brand }, { getBrand, apiKeyLists }) => {
    await getBrand(brand);
    const data = (await apiKeyLists.listAllApiKeys(brand)).map(present);
    const rows = data.map(({ id, name, mode, ending, scopes, lastUsedAt, expiresAt }) => [
      ...[id, name, mode, `…${ending}`, scopes.join(' ')],
      ...[lastUsedAt ?? 'never', expiresAt ?? 'never'],
    ]);
    const headings = ['id', 'name', 'mode', 'ends with', 'scopes', 'last used', 'expires'];
    return { data, text: table(headings, rows, 'No API keys') };
  },
});

const keyOption = option(idSchema('apiKey'), 'id', 'Id of the API key (see api-keys list)');

const revoke = command({
  name: 'api-keys revoke',
  summary: 'Revoke an API key of a brand, effective on the next request',
  options: { brand: brandOption, key: keyOption },
  positional: ['brand', 'key'],
  examples: ['--brand brd_01JD0000000000000000000000 --key key_01JD0000000000000000000000'],
  action: async ({ brand, key }, { apiKeys }) => {
    await apiKeys.revokeApiKey(brand, key);
    return { data: { brandId: brand, revoked: key }, text: `Revoked ${key}` };
  },
});

export const apiKeyCommands = [list, revoke] as const;
