// The cost budgets and situations of the endpoints of API keys. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { deleteOldKeys } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';

const settings = { name: 'Shop server', mode: 'live', scopes: ['conversions:write'] };

async function newKeyId(world: World): Promise<string> {
  await deleteOldKeys(world);
  return (await world.by.createApiKey(world.token)).id;
}

export const cases = defineCases({
  'apiKeys.create': {
    budget: 2,
    situations: {
      'with all settings': async (world) => {
        await deleteOldKeys(world);
        const limits = { expiresAt: '2099-01-01T00:00:00Z', allowedIps: ['203.0.113.0/24'] };
        return { path: '/api-keys', status: 201, body: { ...settings, ...limits } };
      },
    },
  },
  'apiKeys.list': {
    budget: 2,
    situations: {
      all: () => ({ path: '/api-keys', status: 200 }),
      'by mode': () => ({ path: '/api-keys?mode=live', status: 200 }),
    },
  },
  'apiKeys.get': {
    budget: 2,
    situations: { one: async (world) => ({ path: `/api-keys/${await newKeyId(world)}`, status: 200 }) },
  },
  'apiKeys.update': {
    budget: 3,
    situations: {
      'its name': async (world) => ({
        path: `/api-keys/${await newKeyId(world)}`,
        status: 200,
        body: { name: 'Old shop server' },
      }),
    },
  },
  'apiKeys.delete': {
    budget: 3,
    situations: { one: async (world) => ({ path: `/api-keys/${await newKeyId(world)}`, status: 204 }) },
  },
  'apiKeys.rotate': {
    budget: 3,
    situations: {
      'with the default overlap': async (world) => ({
        path: `/api-keys/${await newKeyId(world)}/rotate`,
        status: 201,
      }),
    },
  },
});
