// The cost budgets and situations of the endpoints of webhooks. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { deleteOldEndpoints } from '#test/support/situation-helpers.ts';
import type { Situation, World } from '#test/support/situations.ts';

async function newEndpoint(world: World) {
  await deleteOldEndpoints(world);
  return world.by.createWebhook(world.token);
}

const withEndpoint =
  (path: string, status: number, body?: object): Situation =>
  async (world) => ({
    path: `/webhook-endpoints/${(await newEndpoint(world)).id}${path}`,
    status,
    ...(body !== undefined && { body }),
  });

const withDelivery =
  (path: string, status: number): Situation =>
  async (world) => {
    const { id: endpointId } = await newEndpoint(world);
    const { id } = await world.by.createDelivery({ brandId: world.brandId, endpointId });
    return { path: `/webhook-endpoints/${endpointId}/deliveries${path.replace('{id}', id)}`, status };
  };

export const cases = defineCases({
  'webhooks.create': {
    budget: 3,
    situations: {
      'with all fields': async (world) => {
        await deleteOldEndpoints(world);
        const url = 'https://hooks.acme.test/events';
        const body = { url, events: ['conversion.*'], description: 'Shop server', format: 'json' };
        return { path: '/webhook-endpoints', status: 201, body };
      },
    },
  },
  'webhooks.list': {
    budget: 2,
    situations: { all: () => ({ path: '/webhook-endpoints', status: 200 }) },
  },
  'webhooks.get': { budget: 2, situations: { one: withEndpoint('', 200) } },
  'webhooks.update': {
    budget: 4,
    situations: {
      'its description': withEndpoint('', 200, { description: 'Old shop server' }),
      'its status': withEndpoint('', 200, { status: 'disabled' }),
      'enabling it again': async (world) => {
        const path = `/webhook-endpoints/${(await newEndpoint(world)).id}`;
        await world.by.patch(world.token, path, { status: 'disabled' });
        // The feed of a brand without any event takes one more read to find that nothing was missed.
        await world.by.createEvent(world.brandId);
        return { path, status: 200, body: { status: 'enabled' } };
      },
    },
  },
  'webhooks.delete': { budget: 3, situations: { one: withEndpoint('', 204) } },
  'webhooks.rotateSecret': {
    budget: 3,
    situations: { 'for the first time': withEndpoint('/rotate-secret', 200) },
  },
  'webhooks.test': {
    budget: 3,
    budgetWithKey: 4,
    situations: { 'an enabled endpoint': withEndpoint('/test', 202) },
  },
  'webhooks.replay': {
    budget: 3,
    budgetWithKey: 4,
    situations: {
      'the last day': async (world) => {
        const { id, createdAt } = await newEndpoint(world);
        const from = new Date(Date.parse(createdAt) - 86_400_000).toISOString();
        return {
          path: `/webhook-endpoints/${id}/replay`,
          status: 202,
          body: { from, types: ['conversion.*'] },
        };
      },
    },
  },
  'webhooks.listDeliveries': { budget: 4, situations: { one: withDelivery('', 200) } },
  'webhooks.getDelivery': { budget: 3, situations: { one: withDelivery('/{id}', 200) } },
  'webhooks.retryDelivery': {
    budget: 4,
    budgetWithKey: 5,
    situations: { 'of an event': withDelivery('/{id}/retry', 202) },
  },
});
