// The cost budgets and situations of the endpoints of customers. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { SituationRequest, World } from '#test/support/situations.ts';

/** Binds a new customer, with or without an e-mail address, to the creator of the world. */
async function boundCustomer({ by, token, code }: World, customerEmail?: string): Promise<string> {
  const customerId = `customer-${crypto.randomUUID()}`;
  await by.recordOrder(token, { trackingCode: code, customerId, customerEmail });
  return `/customers/${customerId}`;
}

const moving = (path: string, affiliateId: string | null): SituationRequest => ({
  path,
  status: 200,
  body: { affiliateId, reason: 'Wrong creator' },
});

export const cases = defineCases({
  'customers.list': {
    budget: 3,
    situations: {
      all: at(() => '/customers'),
      'of a creator': at(({ affiliateId }) => `/customers?affiliateId=${affiliateId}`),
    },
  },
  'customers.get': {
    budget: 2,
    situations: {
      'a customer': async (world) => ({ path: await boundCustomer(world), status: 200 }),
    },
  },
  'customers.update': {
    budget: 4,
    situations: {
      'a customer': async (world) => {
        const { id } = await world.by.inviteActive(world.token);
        return moving(await boundCustomer(world), id);
      },
      'with an e-mail address': async (world) => {
        const { id } = await world.by.inviteActive(world.token);
        return moving(await boundCustomer(world, `${crypto.randomUUID()}@customers.test`), id);
      },
      'to nobody': async (world) => moving(await boundCustomer(world), null),
      'to the present creator': async (world) => moving(await boundCustomer(world), world.affiliateId),
    },
  },
});
