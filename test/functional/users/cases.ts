// The cost budgets and situations of the endpoints of users. The first situation of each endpoint is a plain success.
import { unusedEmail } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { PersonInput, World } from '#test/support/situations.ts';

const pathTo = async ({ by, brandId }: World, person: PersonInput = {}) =>
  `/users/${(await by.createPerson(brandId, person)).id}`;

export const cases = defineCases({
  'users.me': {
    budget: 2,
    situations: { one: at(() => '/me') },
  },
  'users.list': {
    budget: 2,
    situations: { all: at(() => '/users') },
  },
  'users.get': {
    budget: 2,
    situations: { one: async (world) => ({ path: await pathTo(world), status: 200 }) },
  },
  'users.invite': {
    budget: 3,
    budgetWithKey: 4,
    situations: {
      'a member': () => ({ path: '/users', status: 201, body: { email: unusedEmail(), role: 'member' } }),
      'an address that is taken': async ({ by, brandId }) => {
        const { email } = await by.createPerson(brandId);
        return { path: '/users', status: 409, body: { email, role: 'admin' } };
      },
    },
  },
  'users.resendInvitation': {
    budget: 4,
    budgetWithKey: 5,
    situations: {
      'an open invitation': async (world) => ({
        path: `${await pathTo(world, { status: 'invited' })}/invitation`,
        status: 200,
      }),
      'an accepted invitation': async (world) => ({ path: `${await pathTo(world)}/invitation`, status: 409 }),
    },
  },
  'users.update': {
    budget: 4,
    situations: {
      'its name': async (world) => ({ path: await pathTo(world), status: 200, body: { name: 'Ada' } }),
      'an admin who becomes a member': async (world) => ({
        path: await pathTo(world, { role: 'admin' }),
        status: 200,
        body: { role: 'member' },
      }),
    },
  },
  'users.delete': {
    budget: 6,
    situations: {
      'a member': async (world) => ({ path: await pathTo(world), status: 204 }),
      'an admin who has logged in': async ({ by, brandId }) => {
        const { id, email } = await by.createPerson(brandId, { role: 'admin' });
        await by.send('POST', '/auth/brand/login', { body: { email, password: 'wrong' } });
        return { path: `/users/${id}`, status: 204 };
      },
    },
  },
});
