// The cost budgets and situations of the endpoints of auth. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import type { Situation, World } from '#test/support/situations.ts';

const login =
  (given: (account: World['account']) => object): Situation =>
  ({ account }) => ({
    path: '/auth/brand/login',
    body: given(account),
    status: 'password' in given(account) && Object(given(account)).password === account.password ? 200 : 401,
  });

export const cases = defineCases({
  'auth.login': {
    budget: 3,
    situations: {
      'the right password': login(({ email, password }) => ({ email, password })),
      'a wrong password': login(({ email }) => ({ email, password: 'wrong' })),
      'an unknown address': login(() => ({ email: 'nobody@acme.test', password: 'wrong' })),
    },
  },
  'auth.refresh': {
    budget: 2,
    situations: {
      'a token': async ({ by, brandId }) => ({
        path: '/auth/refresh',
        status: 200,
        ...(await by.newToken(brandId, 'member')),
      }),
    },
  },
  'auth.logout': {
    budget: 2,
    situations: {
      'a token': async ({ by, brandId }) => ({
        path: '/auth/logout',
        status: 204,
        ...(await by.newToken(brandId, 'member')),
      }),
    },
  },
});
