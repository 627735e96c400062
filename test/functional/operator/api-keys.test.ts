import { expect, test } from 'vitest';
import { createApiKey } from '#test/support/creations.ts';
import { operator, operatorJson } from '#test/support/operator.ts';
import { createBrand, send } from '#test/support/service.ts';

test('`api-keys list` shows the API keys of a brand without a secret, and `api-keys revoke` ends one at once', async () => {
  const { admin, brand } = await createBrand();
  const leaked = await createApiKey(admin, { name: 'Leaked', scopes: ['creators:read'] });
  const unused = await createApiKey(admin, { name: 'Unused', mode: 'test' });
  const tryKey = async () => (await send('GET', '/affiliates', { token: leaked.key })).json.code;
  expect(await tryKey()).toBeUndefined();
  const listed = await operatorJson('api-keys', 'list', brand.id);
  expect(listed).toMatchObject([
    {
      id: leaked.id,
      name: 'Leaked',
      mode: 'live',
      scopes: ['creators:read'],
      lastUsedAt: expect.any(String),
    },
    { id: unused.id, name: 'Unused', mode: 'test', lastUsedAt: null, expiresAt: null },
  ]);
  expect(leaked.key.endsWith(listed[0].ending)).toBe(true);
  const { stdout } = await operator(['api-keys', 'list', brand.id]);
  expect(stdout).toMatch(/^ID +NAME +MODE +ENDS WITH +SCOPES +LAST USED +EXPIRES\n/);
  expect(stdout + JSON.stringify(listed)).not.toMatch(/sk_live_|sk_test_|keyHash/);

  const revoke = ['api-keys', 'revoke', brand.id, leaked.id];
  expect(await operator(revoke)).toEqual({ exitCode: 0, stdout: `Revoked ${leaked.id}\n`, stderr: '' });
  expect(await tryKey()).toBe('api_key_unknown');
  expect(await operatorJson('api-keys', 'list', brand.id)).toMatchObject([{ id: unused.id }]);
  expect(await operator(revoke)).toEqual({ exitCode: 1, stdout: '', stderr: 'API key not found\n' });
});
