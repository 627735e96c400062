// The cost budgets and situations of the endpoints of users. The first situation of each endpoint is a plain success.
import { unusedEmail } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { createPerson } from '#test/support/people.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';

type Person = NonNullable<Parameters<typeof createPerson>[1]>;

const pathTo = async ({ brandId }: World, person: Person = {}) =>
  `/users/${(await createPerson(brandId, person)).user.id}`;

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
      'an address that is taken': async ({ brandId }) => {
        const { user } = await createPerson(brandId);
        return { path: '/users', status: 409, body: { email: user.email, role: 'admin' } };
      },
    },
  },
  'users.resendInvitation': {
    budget: 3,
    budgetWithKey: 4,
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
        const { user } = await createPerson(brandId, { role: 'admin' });
        await by.send('POST', '/auth/brand/login', { body: { email: user.email, password: 'wrong' } });
        return { path: `/users/${user.id}`, status: 204 };
      },
    },
  },
});
