// The cost budgets and situations of the endpoints of commissions. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import type { Json } from '#test/support/json.ts';
import { at, newCommission, orders, ownOrder } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';

async function heldCommission(world: World): Promise<string> {
  const { commissionId } = await world.by.recordOrder(world.token, await ownOrder(world));
  return commissionId;
}

const rejectedCommission = ({ by, brandId, affiliateId }: World) =>
  by.createCommission({ brandId, affiliateId, status: 'rejected' });

async function decisionOf(world: World, given: object) {
  const { by, brandId, affiliateId } = world;
  await by.endDecisions(brandId);
  await newCommission(world);
  const body = { ...given, filter: { status: 'pending', affiliateId } };
  return { path: '/commissions/decisions', status: 202, body };
}

export const cases = defineCases({
  'commissions.create': {
    budget: 2,
    budgetWithKey: 3,
    situations: {
      'a bonus': async ({ affiliateId }) => ({
        path: '/commissions',
        status: 201,
        body: { affiliateId, kind: 'bonus', amount: 50, reason: 'Most orders of the month' },
      }),
      'a deduction in a campaign': async ({ affiliateId, campaignId }) => ({
        path: '/commissions',
        status: 201,
        body: {
          affiliateId,
          campaignId,
          kind: 'deduction',
          amount: 5,
          reason: 'Sample that was not returned',
        },
      }),
    },
  },
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
    // A filter is one round trip. Then ten at a time with two round trips each: more transactions on one creator would conflict.
    budget: 2 + 10 * 2,
    budgetWithKey: 2 + 10 * 2 + 2,
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
      'by a filter': async (world) => {
        await newCommission(world);
        const { affiliateId } = world;
        const body = { filter: { status: 'pending', affiliateId } };
        return { path: '/commissions/approve', status: 200, body };
      },
    },
  },
  'commissions.reject': {
    budget: 4,
    situations: {
      'a pending one': async (world) => ({
        path: `/commissions/${(await newCommission(world)).id}/reject`,
        status: 200,
        body: { reason: 'Bought by the creator' },
      }),
    },
  },
  'commissions.rejectMany': {
    budget: 2 + 10 * 3,
    budgetWithKey: 2 + 10 * 3 + 2,
    situations: {
      one: async (world) => ({
        path: '/commissions/reject',
        status: 200,
        body: { ids: [(await newCommission(world)).id], reason: 'Bought by the creator' },
      }),
      'by a filter': async (world) => {
        await newCommission(world);
        const { affiliateId } = world;
        const filter = { status: 'pending', affiliateId };
        return { path: '/commissions/reject', status: 200, body: { filter, reason: 'Fraud' } };
      },
    },
  },
  'commissions.decide': {
    budget: 2,
    budgetWithKey: 3,
    situations: {
      'an approval': async (world) => decisionOf(world, { decision: 'approve' }),
      'a rejection': async (world) => decisionOf(world, { decision: 'reject', reason: 'Fraud' }),
    },
  },
  'commissions.getDecision': {
    budget: 2,
    situations: {
      one: async ({ by, token, brandId }) => {
        await by.endDecisions(brandId);
        return { path: `/commissions/decisions/${(await by.startDecision(token)).id}`, status: 200 };
      },
    },
  },
  'commissions.restore': {
    budget: 3,
    budgetWithKey: 4,
    situations: {
      'a rejected one': async (world) => ({
        path: `/commissions/${(await rejectedCommission(world)).id}/restore`,
        status: 200,
      }),
    },
  },
  'commissions.reopen': {
    budget: 3,
    budgetWithKey: 4,
    situations: {
      'an approved one': async ({ by, brandId, affiliateId }) => {
        const { id } = await by.createCommission({ brandId, affiliateId, status: 'approved' });
        return { path: `/commissions/${id}/reopen`, status: 200 };
      },
    },
  },
});
