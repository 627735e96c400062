// Rare situations of the endpoints of brands. They may exceed the cost budgets.
import { randomUUID } from 'node:crypto';
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { verifyLinkDomain } from '#test/support/link-domains.ts';
import { setLinkPrefix } from '#test/support/link-prefixes.ts';
import type { World } from '#test/support/situations.ts';
import { setWithIfMatch } from '#test/support/terms.ts';

async function verifiedDomain(world: World): Promise<string> {
  await setLinkPrefix(world);
  const domain = `go.${randomUUID()}.test`;
  await verifyLinkDomain(world.brandId, domain);
  return domain;
}

export const rareCases: SituationsByEndpoint = {
  'brands.update': {
    'its link prefix': () => ({
      path: '/brand',
      status: 200,
      body: { linkPrefix: `p${randomUUID().slice(0, 8)}` },
    }),
    'its slug': () => ({ path: '/brand', status: 200, body: { slug: `acme-${randomUUID()}`.slice(0, 30) } }),
  },
  'brands.setLinkDomain': {
    'another domain in place of a verified one': async (world) => ({
      path: '/brand/link-domain',
      status: 200,
      body: { domain: `new.${await verifiedDomain(world)}` },
    }),
    'a verified domain': async (world) => ({
      path: '/brand/link-domain',
      status: 200,
      body: { domain: await verifiedDomain(world) },
    }),
  },
  'brands.deleteLinkDomain': {
    'a verified domain': async (world) => {
      await verifiedDomain(world);
      return { path: '/brand/link-domain', status: 204 };
    },
  },
  'brands.setTerms': { 'with `If-Match`': () => setWithIfMatch('/brand/terms') },
};
