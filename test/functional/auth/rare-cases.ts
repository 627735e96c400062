// Rare situations of the endpoints of auth. The contract suite does not send them, because its tests share one session per user.
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';

export const rareCases: SituationsByEndpoint = {
  'auth.logout': {
    'of all sessions of the user': async ({ by, brandId }) => ({
      path: '/auth/logout',
      body: { all: true },
      status: 204,
      ...(await by.newToken(brandId, 'member')),
    }),
  },
};
