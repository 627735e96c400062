// The cost budgets and situations of the endpoints of links. The first situation of each endpoint is a plain success.
import { unusedCode } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';

const onLink =
  (status: number, body?: (world: World) => object, file = '') =>
  async (world: World) => ({
    path: `/links/${(await world.by.createLink(world.token, world.affiliateId)).id}${file}`,
    status,
    ...(body && { body: body(world) }),
  });

export const cases = defineCases({
  'links.list': {
    budget: 2,
    situations: {
      all: at(() => '/links'),
      'by creator': at(({ affiliateId }) => `/links?affiliateId=${affiliateId}`),
      'by campaign': at(({ campaignId }) => `/links?campaignId=${campaignId}`),
      'by creator and campaign': at(
        ({ affiliateId, campaignId }) => `/links?affiliateId=${affiliateId}&campaignId=${campaignId}`,
      ),
    },
  },
  'links.get': { budget: 2, situations: { one: onLink(200) } },
  'links.qrSvg': { budget: 2, situations: { one: onLink(200, undefined, '/qr.svg') } },
  'links.qrPng': { budget: 2, situations: { one: onLink(200, undefined, '/qr.png') } },
  'links.create': {
    budget: 3,
    budgetWithKey: 3,
    situations: {
      'with a slug': ({ affiliateId }) => ({
        path: '/links',
        status: 201,
        body: { affiliateId, slug: unusedCode() },
      }),
      'for a campaign': ({ affiliateId, campaignId }) => ({
        path: '/links',
        status: 201,
        body: { affiliateId, campaignId, name: 'Bio', subIds: { sub1: 'bio' }, utm: { source: 'ig' } },
      }),
    },
  },
  'links.update': {
    budget: 4,
    situations: {
      'its name': onLink(200, () => ({ name: 'Instagram' })),
      'its slug': onLink(200, () => ({ slug: unusedCode() })),
      'its campaign': onLink(200, ({ campaignId }) => ({ campaignId })),
    },
  },
  'links.delete': { budget: 3, situations: { one: onLink(204) } },
});
