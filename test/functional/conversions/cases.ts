// The cost budgets and situations of the endpoints of conversions. The first situation of each endpoint is a plain success.

import { unusedOrder } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { rateBody } from '#test/support/exchange-rates.ts';
import type { Json } from '#test/support/json.ts';
import { at, everything, orders, ownOrder } from '#test/support/situation-helpers.ts';
import type { SituationRequest, World } from '#test/support/situations.ts';
import { exampleTerms } from '#test/support/terms.ts';

const order = (named: object = {}, more: object = {}): SituationRequest => ({
  path: '/conversions',
  status: 201,
  body: { orderId: unusedOrder(), amount: 49.9, ...named },
  ...more,
});

async function ordersAgain({ by, token }: World): Promise<SituationRequest> {
  const asked = { path: '/conversions/bulk', body: orders(100, {}) };
  await by.send('POST', asked.path, { token, body: asked.body });
  return { ...asked, status: 200 };
}

const refundOf = (id: string, status = 201) => ({
  path: `/conversions/${id}/refunds`,
  status,
  body: { refundId: 'refund-1', amount: 1 },
});

/** A request to change an order with all references. */
const changeOf = async (world: World, path: string) => ({
  path: `/conversions/${(await world.by.recordOrder(world.token, await everything(world))).id}${path}`,
  status: 200,
});

const reason = 'The creator asked';

const anotherCreator = async ({ by, token }: World) => ({ affiliateId: (await by.invite(token)).id, reason });

const attributedOrder = ({ by, token, code }: World) => by.recordOrder(token, { trackingCode: code });
/** A creator with terms and a discount code of a campaign with terms, and a recorded order. */
async function orderAndTerms({ by, token }: World, order: object = {}) {
  const { id: campaignId } = await by.createCampaign(token, { status: 'active' });
  const { id: affiliateId } = await by.invite(token, { campaignIds: [campaignId] });
  const { code } = await by.createDiscount(token, affiliateId, { campaignId });
  for (const owner of [`affiliates/${affiliateId}`, `campaigns/${campaignId}`])
    await by.send('PUT', `/${owner}/terms`, { token, body: { terms: exampleTerms } });
  return { affiliateId, code, path: `/conversions/${(await by.recordOrder(token, order)).id}` };
}

export const cases = defineCases({
  'conversions.create': {
    budget: 3,
    budgetWithKey: 4,
    situations: {
      'with a tracking code': ({ code }) => order({ trackingCode: code }),
      'with all references': async (world) => order(await everything(world)),
      'with a code that beats a click, which a fraud rule finds': async ({ by, token, affiliateId }) => {
        await by.send('PATCH', '/brand', {
          token,
          body: { fraudRules: { beatenClick: { action: 'reject' } } },
        });
        const { code: discountCode } = await by.createDiscount(token, affiliateId);
        const { trackingCode } = await by.inviteActive(token);
        const clicked = await by.send('POST', `/tracking/ref/${trackingCode}`, { token, body: {} });
        return order({ discountCode, clickId: clicked.json.data.clickId });
      },
      'with two discount codes, one of them with a limit': async ({ by, token, affiliateId }) => {
        const limited = await by.createDiscount(token, affiliateId, { usageLimit: 5 });
        const other = await by.createDiscount(token, affiliateId);
        return order({ discountCodes: [limited.code, other.code] });
      },
      'by the creator itself': async (world) => order(await ownOrder(world)),
      'without references': () => order(),
      'with a pending refund': async ({ by, token, code }) => {
        const orderId = unusedOrder();
        await by.send('POST', '/refunds', { token, body: { orderId, refundId: 'refund-1', amount: 1 } });
        return order({ orderId, trackingCode: code });
      },
      'a retry': async ({ by, token, code }) => {
        const body = { orderId: unusedOrder(), amount: 1, trackingCode: code };
        await by.send('POST', '/conversions', { token, body });
        return order(body, { status: 200 });
      },
      'in another currency with a stored rate': async ({ by, token, code }) => {
        await by.send('PUT', '/exchange-rates/CHF', { token, body: rateBody() });
        return order({ currency: 'CHF', trackingCode: code });
      },
      'a dry run': ({ code }) =>
        order({ trackingCode: code }, { path: '/conversions?dryRun=true', status: 200 }),
    },
  },
  'conversions.createBulk': {
    // Reads all references at once, then records ten orders at a time with two round trips each.
    budget: 2 + 10 * 2,
    budgetWithKey: 2 + 10 * 2 + 2,
    situations: {
      one: ({ code }) => ({
        path: '/conversions/bulk',
        status: 200,
        body: orders(1, { trackingCode: code }),
      }),
      '100 with all references': async (world) => ({
        path: '/conversions/bulk',
        status: 200,
        body: orders(100, await everything(world)),
      }),
      '100 as a retry': ordersAgain,
      'one with a pending refund': async ({ by, token, code }) => {
        const body = orders(1, { trackingCode: code });
        const pending = { orderId: body.conversions[0]?.orderId, refundId: 'refund-1', amount: 1 };
        await by.send('POST', '/refunds', { token, body: pending });
        return { path: '/conversions/bulk', status: 200, body };
      },
    },
  },
  'conversions.list': {
    budget: 2,
    situations: {
      all: at(() => '/conversions'),
      'by attribution': at(() => '/conversions?attribution=attributed'),
      'by creator': at(({ affiliateId }) => `/conversions?affiliateId=${affiliateId}`),
      'by both': at(({ affiliateId }) => `/conversions?affiliateId=${affiliateId}&attribution=noReference`),
    },
  },
  'conversions.get': {
    budget: 3,
    situations: {
      one: async ({ by, token }) => ({
        path: `/conversions/${(await by.recordOrder(token)).id}`,
        status: 200,
      }),
      'by its order id': async ({ by, token }) => ({
        path: `/conversions/by-order-id/${(await by.recordOrder(token)).orderId}`,
        status: 200,
      }),
    },
  },
  'conversions.update': {
    // Reads the order with the caller, then the items that it affects and those that it names, then their creators, and writes.
    budget: 4,
    situations: {
      'its metadata': async ({ by, token }) => ({
        path: `/conversions/${(await by.recordOrder(token)).id}`,
        status: 200,
        body: { metadata: { season: 'spring' } },
      }),
      'its external id': async ({ by, token }) => ({
        path: `/conversions/${(await by.recordOrder(token, { externalId: unusedOrder() })).id}`,
        status: 200,
        body: { externalId: unusedOrder() },
      }),
      'its amount': async (world) => ({ ...(await changeOf(world, '')), body: { amount: 60 } }),
      'its creator, with a refund': async (world) => {
        const { id } = await world.by.recordOrder(world.token, await everything(world));
        await world.by.send('POST', `/conversions/${id}/refunds`, {
          token: world.token,
          body: { refundId: 'r', amount: 1 },
        });
        return {
          path: `/conversions/${id}`,
          status: 200,
          body: { discountCode: null, clickId: null, trackingCode: world.code },
        };
      },
      'its creator, by terms': async (world) => {
        const { path, code } = await orderAndTerms(world);
        return { path, status: 200, body: { discountCode: code } };
      },
      'its customer, who is bound': async (world) => {
        const { path } = await orderAndTerms(world);
        const campaign = { status: 'active', customerAttribution: { type: 'lifetime' } };
        const { id: campaignId } = await world.by.createCampaign(world.token, campaign);
        const { code } = await world.by.createDiscount(world.token, world.affiliateId, { campaignId });
        const customerId = unusedOrder();
        await world.by.recordOrder(world.token, { discountCode: code, customerId });
        return { path, status: 200, body: { customerId } };
      },
    },
  },
  'conversions.cancel': {
    budget: 3,
    budgetWithKey: 4,
    situations: {
      'an order with all references': async (world) => ({
        ...(await changeOf(world, '/cancel')),
        body: { reason: 'Ordered twice' },
      }),
    },
  },
  'conversions.attribute': {
    budget: 4,
    budgetWithKey: 5,
    situations: {
      'to another creator': async (world) => ({
        ...(await changeOf(world, '/attribution')),
        body: { affiliateId: (await world.by.invite(world.token)).id, reason: 'Asked for it' },
      }),
      'of an order with a refund': async (world) => {
        const asked = await changeOf(world, '');
        const body = { refundId: 'refund-1', amount: 1 };
        await world.by.send('POST', `${asked.path}/refunds`, { token: world.token, body });
        const { id: affiliateId } = await world.by.invite(world.token);
        return {
          ...asked,
          path: `${asked.path}/attribution`,
          body: { affiliateId, reason: 'Asked for it' },
        };
      },
      'to a creator with terms': async (world) => {
        const { path, affiliateId } = await orderAndTerms(world, await everything(world));
        return { path: `${path}/attribution`, status: 200, body: { affiliateId, reason: 'Asked for it' } };
      },
      'to nobody': async (world) => ({
        ...(await changeOf(world, '/attribution')),
        body: { affiliateId: null, reason: 'Asked for it' },
      }),
    },
  },
  'conversions.assignMany': {
    // The selection is one round trip. Then ten at a time with three each: the items of an order, those of its references, and the write.
    budget: 2 + 10 * 3,
    budgetWithKey: 2 + 10 * 3 + 2,
    situations: {
      one: async (world) => ({
        path: '/conversions/attribution',
        status: 200,
        body: { ids: [(await attributedOrder(world)).id], ...(await anotherCreator(world)) },
      }),
      '100 at once': async (world) => {
        const body = orders(100, { trackingCode: world.code });
        const { data } = (await world.by.send('POST', '/conversions/bulk', { token: world.token, body }))
          .json;
        const ids = data.map(({ conversion }: Json) => conversion.id);
        return {
          path: '/conversions/attribution',
          status: 200,
          body: { ids, ...(await anotherCreator(world)) },
        };
      },
      'by a filter, of an order with a refund': async ({ by, token, affiliateId }) => {
        const { id, trackingCode } = await by.invite(token);
        const { path, body: refund } = refundOf((await by.recordOrder(token, { trackingCode })).id);
        await by.send('POST', path, { token, body: refund });
        const body = { filter: { affiliateId: id }, affiliateId, reason };
        return { path: '/conversions/attribution', status: 200, body };
      },
    },
  },
  'conversions.refund': {
    budget: 4,
    budgetWithKey: 5,
    situations: {
      'part of an order with all references': async (world) =>
        refundOf((await world.by.recordOrder(world.token, await everything(world))).id),
      'part of an order without attribution': async ({ by, token }) =>
        refundOf((await by.recordOrder(token)).id),
      'a retry': async ({ by, token }) => {
        const { id } = await by.recordOrder(token);
        const { path, body } = refundOf(id);
        await by.send('POST', path, { token, body });
        return refundOf(id, 200);
      },
    },
  },
  'conversions.listRefunds': {
    budget: 3,
    situations: {
      one: async ({ by, token }) => {
        const { id } = await by.recordOrder(token);
        const { path, body } = refundOf(id);
        await by.send('POST', path, { token, body });
        return { path, status: 200 };
      },
    },
  },
});
