// The cost budgets and situations of the endpoints of connections. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { signedHeaders, wooOrder } from '#test/support/shop-messages.ts';
import { at, deleteOldConnections } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';

async function newConnection(world: World): Promise<string> {
  await deleteOldConnections(world);
  return `/connections/${(await world.by.createConnection(world.token)).id}`;
}

const onConnection =
  (path: string, status = 200, body?: object) =>
  async (world: World) => ({
    path: `${await newConnection(world)}${path}`,
    status,
    ...(body !== undefined && { body }),
  });

const sent = async (path: string, body = wooOrder()) => ({
  path: `${path}/events`,
  status: 200,
  body,
  headers: signedHeaders(body),
});

export const cases = defineCases({
  'connections.create': {
    budget: 2,
    budgetWithKey: 3,
    situations: {
      'with all fields': async (world) => {
        await deleteOldConnections(world);
        const settings = {
          includeShipping: true,
          includeTax: false,
          attributeNames: { clickId: 'click', trackingCode: 'creator' },
          orderIdPrefix: 'uk-',
        };
        const body = { type: 'shopify', name: 'Shop', secret: 'secret-of-the-shop', settings };
        return { path: '/connections', status: 201, body };
      },
    },
  },
  'connections.list': { budget: 3, situations: { all: at(() => '/connections') } },
  'connections.get': { budget: 2, situations: { one: onConnection('') } },
  'connections.update': {
    budget: 3,
    situations: {
      'its name': onConnection('', 200, { name: 'Old shop' }),
      'its secret and status': onConnection('', 200, { secret: 'another-secret', status: 'paused' }),
    },
  },
  'connections.delete': { budget: 3, situations: { one: onConnection('', 204) } },
  'connections.receive': {
    // The first message of a minute needs one call more.
    budget: 5,
    situations: {
      'an order': async (world) => sent(await newConnection(world)),
      'a repeated message': async (world) => {
        const path = await newConnection(world);
        const { body, headers, status } = await sent(path);
        await world.by.send('POST', `${path}/events`, { body, headers });
        return { path: `${path}/events`, status, body, headers };
      },
      'a message with a wrong signature': async (world) => {
        const { path, body } = await sent(await newConnection(world));
        return { path, status: 401, body, headers: signedHeaders(body, 'wrong') };
      },
    },
  },
  'connections.listMessages': {
    budget: 3,
    situations: { all: onConnection('/messages'), failed: onConnection('/messages?state=failed') },
  },
  'connections.retry': {
    budget: 4,
    budgetWithKey: 5,
    situations: {
      'all that were ignored': async (world) => {
        const path = await newConnection(world);
        const { body, headers } = await sent(path, wooOrder({ status: 'pending' }));
        await world.by.patch(world.token, path, { status: 'paused' });
        await world.by.send('POST', `${path}/events`, { body, headers });
        const input = { filter: { state: 'ignored' } };
        return { path: `${path}/messages/retry`, status: 200, body: input };
      },
    },
  },
});
