// Rare situations of the endpoints of test mode. They may exceed the cost budgets.
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { deleteOldKeys } from '#test/support/situation-helpers.ts';

export const rareCases: SituationsByEndpoint = {
  'testMode.moveClock': {
    'past the hold of a commission above a monthly cap': async (world) => {
      await deleteOldKeys(world);
      const { key: token } = await world.by.createApiKey(world.token, { mode: 'test' });
      const { trackingCode } = await world.by.inviteActive(token);
      const terms = { rate: { type: 'percentage', value: 10 }, caps: { perMonth: 1 } };
      await world.by.send('PUT', '/brand/terms', { token, body: { terms } });
      await world.by.recordOrder(token, { trackingCode });
      return { path: '/test/clock', status: 200, body: { advance: 'P45D' }, token };
    },
  },
};
