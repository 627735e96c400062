// The cost budgets and situations of the endpoints of auth. The first situation of each endpoint is a plain success.
import { unusedEmail } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { password, type Situation, type World } from '#test/support/situations.ts';

const newPassword = 'another long password';

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
  'auth.forgotPassword': {
    budget: 2,
    situations: {
      'a user': async ({ by, brandId }) => ({
        path: '/auth/password/forgot',
        status: 204,
        body: { email: (await by.createPerson(brandId)).email },
      }),
      'an unknown address': () => ({
        path: '/auth/password/forgot',
        status: 204,
        body: { email: unusedEmail() },
      }),
    },
  },
  'auth.resetPassword': {
    budget: 2,
    situations: {
      'a valid link': async ({ by, brandId }) => {
        const person = await by.createPerson(brandId);
        const token = await by.linkTokenOf(person, 'passwordReset');
        return { path: '/auth/password/reset', status: 204, body: { token, password: newPassword } };
      },
    },
  },
  'auth.acceptInvitation': {
    budget: 2,
    situations: {
      'an open invitation': async ({ by, brandId }) => {
        const person = await by.createPerson(brandId, { status: 'invited' });
        const token = await by.linkTokenOf(person, 'invitation');
        return { path: '/auth/invitations/accept', status: 204, body: { token, password: newPassword } };
      },
      'an open invitation of an older release': async ({ by, brandId }) => {
        const person = await by.createPerson(brandId, { status: 'invited', hasLogin: true });
        const token = await by.linkTokenOf(person, 'invitation');
        return { path: '/auth/invitations/accept', status: 204, body: { token, password: newPassword } };
      },
    },
  },
  'auth.changePassword': {
    budget: 4,
    situations: {
      'the current password': async ({ by, brandId }) => {
        const { token } = await by.createPerson(brandId);
        return {
          path: '/auth/password',
          status: 204,
          token,
          body: { currentPassword: password, newPassword },
        };
      },
      'a wrong password': async ({ by, brandId }) => {
        const { token } = await by.createPerson(brandId);
        return {
          path: '/auth/password',
          status: 401,
          token,
          body: { currentPassword: 'a wrong password', newPassword },
        };
      },
    },
  },
  'auth.choosePasswordPage': {
    budget: 0,
    situations: { page: () => ({ path: '/auth/choose-password', status: 200 }) },
  },
});
