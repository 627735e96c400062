// The cost budgets and situations of the endpoints of disputes. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';

async function rejected({ by, brandId, affiliateId }: World): Promise<string> {
  return (await by.createCommission({ brandId, affiliateId, status: 'rejected' })).id;
}

const openDispute = async (world: World): Promise<string> => {
  const { by, token, affiliateId } = world;
  const subject = { kind: 'rejectedCommission', commissionId: await rejected(world) };
  return `/disputes/${(await by.openDispute(token, affiliateId, subject)).id}`;
};

const opening = (affiliateId: string, subject: object) => ({
  path: '/disputes',
  status: 201,
  body: { affiliateId, message: 'Please check it again', ...subject },
});

const closing =
  (decision: string, body: object = {}) =>
  async (world: World) => ({ path: `${await openDispute(world)}/${decision}`, status: 200, body });

export const cases = defineCases({
  'disputes.create': {
    budget: 2,
    budgetWithKey: 3,
    situations: {
      'a missing order': ({ affiliateId }) =>
        opening(affiliateId, { kind: 'missingOrder', orderId: `order-${crypto.randomUUID()}` }),
      'a rejected commission': async (world) =>
        opening(world.affiliateId, {
          kind: 'rejectedCommission',
          commissionId: await rejected(world),
          externalId: crypto.randomUUID(),
        }),
      'an order of another creator': async ({ by, token, affiliateId }) => {
        const { id: conversionId } = await by.recordOrder(token);
        return opening(affiliateId, { kind: 'attribution', conversionId });
      },
    },
  },
  'disputes.list': {
    budget: 2,
    situations: {
      all: at(() => '/disputes'),
      'by status': at(() => '/disputes?status=open'),
      'by creator': at(({ affiliateId }) => `/disputes?affiliateId=${affiliateId}`),
      'by creator and status': at(({ affiliateId }) => `/disputes?affiliateId=${affiliateId}&status=open`),
    },
  },
  'disputes.get': {
    budget: 2,
    situations: { one: async (world) => ({ path: await openDispute(world), status: 200 }) },
  },
  'disputes.accept': {
    budget: 3,
    budgetWithKey: 4,
    situations: {
      'an open one': closing('accept', { reason: 'The order was paid with a gift card' }),
      'with a resolution': async (world) => ({
        path: `${await openDispute(world)}/accept`,
        status: 200,
        body: { reason: 'A bonus', resolution: { commissionId: await rejected(world) } },
      }),
    },
  },
  'disputes.reject': {
    budget: 3,
    budgetWithKey: 4,
    situations: { 'an open one': closing('reject', { reason: 'The order was returned' }) },
  },
  'disputes.withdraw': {
    budget: 3,
    budgetWithKey: 4,
    situations: { 'an open one': closing('withdraw') },
  },
});
