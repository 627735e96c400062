// The cost budgets and situations of the endpoints of creator programs. The first situation of each endpoint is a plain success.

import { unusedEmail } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { setLinkPrefix } from '#test/support/link-prefixes.ts';
import { pngLogo } from '#test/support/logos.ts';
import type { World } from '#test/support/situations.ts';

async function openProgram({ by, token }: World): Promise<string> {
  const body = { portal: { applications: 'review' } };
  return (await by.send('PATCH', '/brand', { token, body })).json.data.slug;
}

export const cases = defineCases({
  'programs.get': {
    budget: 2,
    situations: {
      one: async (world) => ({ path: `/programs/${await openProgram(world)}`, status: 200 }),
    },
  },
  'programs.getLogo': {
    budget: 2,
    situations: {
      one: async (world) => {
        const { by, token } = world;
        await by.send('PUT', '/brand/logo', { token, body: pngLogo() });
        return { path: `/programs/${await openProgram(world)}/logo`, status: 200 };
      },
    },
  },
  'programs.apply': {
    budget: 3,
    situations: {
      'a person': async (world) => ({
        path: `/programs/${await openProgram(world)}/applications`,
        status: 204,
        body: { name: 'Ada', email: unusedEmail() },
      }),
    },
  },
  'programs.confirm': {
    budget: 3,
    situations: {
      'an application to a brand with a link prefix': async (world) => {
        await setLinkPrefix(world);
        return {
          path: '/programs/applications',
          status: 204,
          body: { token: await world.by.applicationTokenOf(world.brandId) },
        };
      },
      'an application': async ({ by, brandId }) => ({
        path: '/programs/applications',
        status: 204,
        body: { token: await by.applicationTokenOf(brandId) },
      }),
    },
  },
});
