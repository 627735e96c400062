// The cost budgets and situations of the endpoints of brands. The first situation of each endpoint is a plain success.
import { randomUUID } from 'node:crypto';
import { defineCases } from '#test/support/define-cases.ts';
import { setLinkPrefix } from '#test/support/link-prefixes.ts';
import { pngLogo } from '#test/support/logos.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';
import { laterTerms } from '#test/support/terms.ts';

/** The prefix of the brand is set first, because a domain needs one. */
async function newDomain(world: World) {
  await setLinkPrefix(world);
  return { domain: `go.${randomUUID()}.test` };
}

export const cases = defineCases({
  'brands.get': {
    budget: 1,
    situations: { one: at(() => '/brand') },
  },
  'brands.update': {
    budget: 3,
    situations: {
      'its name': () => ({ path: '/brand', status: 200, body: { name: `Acme ${randomUUID().slice(0, 4)}` } }),
    },
  },
  'brands.setLogo': {
    budget: 3,
    situations: { 'a first one': () => ({ path: '/brand/logo', status: 200, body: pngLogo() }) },
  },
  'brands.deleteLogo': {
    budget: 3,
    situations: {
      'the present one': async ({ by, token }) => {
        await by.send('PUT', '/brand/logo', { token, body: pngLogo() });
        return { path: '/brand/logo', status: 204 };
      },
    },
  },
  'brands.setLinkDomain': {
    budget: 3,
    situations: {
      'a domain that is not served': async (world) => ({
        path: '/brand/link-domain',
        status: 200,
        body: await newDomain(world),
      }),
    },
  },
  'brands.deleteLinkDomain': {
    budget: 3,
    situations: {
      'the present one': async (world) => {
        const path = '/brand/link-domain';
        await world.by.send('PUT', path, { token: world.token, body: await newDomain(world) });
        return { path, status: 204 };
      },
    },
  },
  'brands.getTerms': {
    budget: 2,
    situations: { 'of the present': at(() => '/brand/terms') },
  },
  'brands.setTerms': {
    budget: 4,
    situations: {
      'a version that begins later': () => ({ path: '/brand/terms', status: 200, body: laterTerms() }),
    },
  },
});
