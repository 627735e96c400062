// Rare situations of the endpoints of API keys. They may exceed the cost budgets.
import { reachKeyLimit } from '#test/support/api-keys.ts';
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';

export const rareCases: SituationsByEndpoint = {
  'apiKeys.create': {
    'in the place of an expired key': async (world) => {
      await reachKeyLimit(world);
      return { path: '/api-keys', status: 201, body: { name: 'New', mode: 'live', scopes: ['*'] } };
    },
  },
  'apiKeys.rotate': {
    'with an expired key whose place is needed': async (world) => {
      await reachKeyLimit(world);
      const { json } = await world.by.send('GET', '/api-keys?limit=100', { token: world.token });
      const valid = json.data.find(({ expiresAt }: { expiresAt: string | null }) => expiresAt === null);
      return { path: `/api-keys/${valid.id}/rotate`, status: 201 };
    },
  },
};
