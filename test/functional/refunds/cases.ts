// The cost budgets and situations of the endpoints of refunds. The first situation of each endpoint is a plain success.

import { unusedOrder } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { at, everything } from '#test/support/situation-helpers.ts';
import type { SituationRequest, World } from '#test/support/situations.ts';

const refundOf = (orderId: string, more: object = {}, status = 201) => ({
  path: '/refunds',
  status,
  body: { orderId, refundId: 'refund-1', amount: 1, ...more },
});

async function reversalIn({ by, token }: World, { id }: { readonly id: string }): Promise<SituationRequest> {
  const [path, refundId] = [`/conversions/${id}/refunds`, 'refund-1'];
  await by.send('POST', path, { token, body: { refundId, amount: 1 } });
  return { path: `${path}/${refundId}/reverse`, status: 200, body: { reason: 'Dispute won' } };
}

export const cases = defineCases({
  'refunds.create': {
    budget: 4,
    budgetWithKey: 5,
    situations: {
      'of an order with all references': async (world) => {
        const { orderId } = await world.by.recordOrder(world.token, await everything(world));
        return refundOf(orderId);
      },
      'before its order': () => refundOf(unusedOrder()),
      'a second one before the order': async ({ by, token }) => {
        const { path, body } = refundOf(unusedOrder());
        await by.send('POST', path, { token, body });
        return refundOf(body.orderId, { refundId: 'refund-2' });
      },
      'a retry': async ({ by, token }) => {
        const { path, body } = refundOf(unusedOrder());
        await by.send('POST', path, { token, body });
        return refundOf(body.orderId, {}, 200);
      },
    },
  },
  'refunds.list': {
    budget: 2,
    situations: {
      pending: async (world) => {
        const { path, body } = refundOf(unusedOrder());
        await world.by.send('POST', path, { token: world.token, body });
        return at(() => '/refunds?status=pending')(world);
      },
    },
  },
  'refunds.reverse': {
    budget: 4,
    budgetWithKey: 5,
    situations: {
      'of an order with all references': async (world) =>
        reversalIn(world, await world.by.recordOrder(world.token, await everything(world))),
      'of an order without attribution': async (world) =>
        reversalIn(world, await world.by.recordOrder(world.token)),
      'a retry': async (world) => {
        const again = await reversalIn(world, await world.by.recordOrder(world.token));
        await world.by.send('POST', again.path, { token: world.token, body: {} });
        return again;
      },
    },
  },
});
