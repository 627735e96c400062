// The cost budgets and situations of the endpoints of test mode. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { deleteOldKeys } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';

async function testKey(world: World): Promise<{ token: string }> {
  await deleteOldKeys(world);
  const { key } = await world.by.createApiKey(world.token, { mode: 'test' });
  // The first request of a twin creates it, its first move the state of the twin, and the first request of a key records its use.
  await world.by.send('POST', '/test/clock', { token: key, body: { advance: 'PT1S' } });
  return { token: key };
}

export const cases = defineCases({
  'testMode.getClock': {
    budget: 2,
    situations: { one: async (world) => ({ path: '/test/clock', status: 200, ...(await testKey(world)) }) },
  },
  'testMode.moveClock': {
    budget: 7,
    budgetWithKey: 9,
    situations: {
      'by a day': async (world) => ({
        path: '/test/clock',
        status: 200,
        body: { advance: 'P1D' },
        ...(await testKey(world)),
      }),
      'past the hold of a commission': async (world) => {
        const { token } = await testKey(world);
        const { trackingCode } = await world.by.inviteActive(token);
        await world.by.recordOrder(token, { trackingCode });
        return { path: '/test/clock', status: 200, body: { advance: 'P45D' }, token };
      },
    },
  },
  'testMode.reset': {
    budget: 5,
    situations: { one: async (world) => ({ path: '/test/reset', status: 204, ...(await testKey(world)) }) },
  },
});
