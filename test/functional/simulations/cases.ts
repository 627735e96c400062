// The cost budgets and situations of the endpoints of simulations. The first situation of each endpoint is a plain success.
import { simulationBody, unusedOrder } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import type { World } from '#test/support/situations.ts';

/** A creator with one order, because a simulation also counts the orders of other situations. */
async function sellingCreator({ by, token }: World, order: object = {}): Promise<string> {
  const { id, trackingCode } = await by.inviteActive(token);
  await by.recordOrder(token, { trackingCode, ...order });
  return id;
}

async function simulated(world: World, path = '') {
  const { by, token } = world;
  const affiliateId = await sellingCreator(world);
  const { id } = await by.createSimulation(token, { affiliateId });
  return { path: `/simulations/${id}${path}`, status: 200 };
}

export const cases = defineCases({
  'simulations.create': {
    // Reads the orders of the range, then their conversions, then their line items, commissions and customers.
    budget: 5,
    budgetWithKey: 6,
    situations: {
      'orders of a creator': async (world) => {
        const affiliateId = await sellingCreator(world);
        return { path: '/simulations', status: 201, body: simulationBody({ affiliateId }) };
      },
      'terms for new customers': async (world) => {
        const affiliateId = await sellingCreator(world, { customerId: unusedOrder() });
        const rules = [{ customers: 'new', rate: { type: 'percentage', value: 20 } }];
        const terms = { rate: { type: 'percentage', value: 10 }, rules };
        return { path: '/simulations', status: 201, body: simulationBody({ affiliateId, terms }) };
      },
      'a range without orders': () => {
        const range = { from: '2020-01-01', to: '2020-12-31' };
        return { path: '/simulations', status: 201, body: simulationBody(range) };
      },
    },
  },
  'simulations.get': {
    budget: 1,
    situations: { one: (world) => simulated(world) },
  },
  'simulations.listCreators': {
    budget: 2,
    situations: { all: (world) => simulated(world, '/creators') },
  },
});
