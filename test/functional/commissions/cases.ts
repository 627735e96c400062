// The cost budgets and situations of the endpoints of commissions. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import type { Json } from '#test/support/json.ts';
import { at, newCommission, orders, ownOrder } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';

async function heldCommission(world: World): Promise<string> {
  const { commissionId } = await world.by.recordOrder(world.token, await ownOrder(world));
  return commissionId;
}

export const cases = defineCases({
  'commissions.list': {
    budget: 2,
    situations: {
      all: at(() => '/commissions'),
      'by status': at(() => '/commissions?status=pending'),
      'by creator': at(({ affiliateId }) => `/commissions?affiliateId=${affiliateId}`),
      'by both': at(({ affiliateId }) => `/commissions?affiliateId=${affiliateId}&status=pending`),
      'held commissions': at(() => '/commissions?held=true'),
    },
  },
  'commissions.get': {
    budget: 2,
    situations: {
      one: async (world) => ({ path: `/commissions/${(await newCommission(world)).id}`, status: 200 }),
    },
  },
  'commissions.approve': {
    budget: 3,
    situations: {
      'a pending one': async (world) => ({
        path: `/commissions/${(await newCommission(world)).id}/approve`,
        status: 200,
      }),
      'a held one': async (world) => ({
        path: `/commissions/${await heldCommission(world)}/approve`,
        status: 200,
      }),
    },
  },
  'commissions.approveMany': {
    // Ten at a time with two round trips each: more concurrent transactions on one creator would conflict.
    budget: 1 + 10 * 2,
    budgetWithKey: 1 + 10 * 2 + 2,
    situations: {
      one: async (world) => ({
        path: '/commissions/approve',
        status: 200,
        body: { ids: [(await newCommission(world)).id] },
      }),
      '100 at once': async ({ by, token, code }) => {
        const body = orders(100, { trackingCode: code });
        const { data } = (await by.send('POST', '/conversions/bulk', { token, body })).json;
        const ids = data.map(({ conversion }: Json) => conversion.commissionId);
        return { path: '/commissions/approve', status: 200, body: { ids } };
      },
    },
  },
  'commissions.reject': {
    budget: 3,
    situations: {
      'a pending one': async (world) => ({
        path: `/commissions/${(await newCommission(world)).id}/reject`,
        status: 200,
        body: { reason: 'Bought by the creator' },
      }),
    },
  },
});
