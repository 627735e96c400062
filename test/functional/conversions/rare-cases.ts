// Rare situations of the endpoints of conversions. They may exceed the cost budgets.
import { maxClicksPerVisit } from '#lib/clicks/tracking/writes/visits.ts';
import { unusedOrder } from '#test/support/creations-with.ts';
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { recordPaidOrder } from '#test/support/paid-orders.ts';
import { orderOfHotCreator } from '#test/support/sharded-totals.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';
import { exampleTerms, laterTerms } from '#test/support/terms.ts';

/** An order by a click beyond a full visit. The click is a bot's, because others resolve to the click they repeat. */
async function orderBeyondVisit({ by, token }: World) {
  const { trackingCode } = await by.invite(token);
  const click = () =>
    by.send('POST', `/tracking/ref/${trackingCode}`, {
      token,
      body: { visitorId: 'a crowd', userAgent: 'Googlebot/2.1' },
    });
  for (let made = 0; made < maxClicksPerVisit; made += 1) await click();
  return { orderId: unusedOrder(), amount: 1, clickId: (await click()).json.data.clickId };
}

/** An order from before its code was deleted, and its creator removed from the campaign. */
async function lateOrder({ by, token, campaignId }: World) {
  const { id: affiliateId } = await by.invite(token);
  const { id, code, createdAt } = await by.createDiscount(token, affiliateId, { campaignId });
  await by.send('DELETE', `/discounts/${id}`, { token });
  await by.send('DELETE', `/campaigns/${campaignId}/affiliates/${affiliateId}`, { token });
  return { orderId: unusedOrder(), amount: 1, discountCode: code, occurredAt: createdAt };
}

async function orderOfFormerMember({ by, token, campaignId }: World) {
  const { id: affiliateId } = await by.invite(token);
  const { code, createdAt } = await by.createDiscount(token, affiliateId, { campaignId });
  await by.send('DELETE', `/campaigns/${campaignId}/affiliates/${affiliateId}`, { token });
  return { orderId: unusedOrder(), amount: 1, discountCode: code, occurredAt: createdAt };
}

/** An order that names only its customer, who was bound through a campaign. */
async function orderOfBoundCustomer({ by, token, affiliateId }: World) {
  const campaign = { status: 'active', customerAttribution: { type: 'lifetime' } };
  const { id: campaignId } = await by.createCampaign(token, campaign);
  const { code } = await by.createDiscount(token, affiliateId, { campaignId });
  const customerId = unusedOrder();
  await by.recordOrder(token, { discountCode: code, customerId });
  return { orderId: unusedOrder(), amount: 1, customerId };
}

const ofBoundCustomer = 'of a bound customer without a reference';
const beyondVisit = 'by a click beyond a full visit';

/** An order whose creator, group, campaign and brand have terms, which need one more round trip. */
async function orderByTerms({ by, token }: World) {
  const { id: campaignId } = await by.createCampaign(token, { status: 'active' });
  const { id } = await by.invite(token, { campaignIds: [campaignId], group: 'vip' });
  const { code } = await by.createDiscount(token, id, { campaignId });
  const set = (path: string, body: object) => by.send('PUT', `${path}/terms`, { token, body });
  await set('/brand', laterTerms());
  await set(`/campaigns/${campaignId}`, { terms: exampleTerms });
  await set(`/affiliates/${id}`, { terms: exampleTerms });
  await set('/affiliate-groups/vip', { terms: exampleTerms });
  const items = [{ sku: 'boot-42', category: 'shoes', quantity: 2, price: 50 }];
  return { orderId: unusedOrder(), amount: 100, discountCode: code, items };
}

const byTerms = 'by terms';

/** A change of an order whose commission is paid, which creates an adjustment. */
const ofPaidOrder =
  (path: string, body: object, status = 200) =>
  async (world: World) => ({
    path: `/conversions/${(await recordPaidOrder(world)).id}${path}`,
    ...{ status, body },
  });

export const rareCases: SituationsByEndpoint = {
  'conversions.update': { 'the amount of a paid order': ofPaidOrder('', { amount: 160 }) },
  'conversions.cancel': { 'a paid order': ofPaidOrder('/cancel', { reason: 'A mistake' }) },
  'conversions.refund': {
    'part of a paid order': ofPaidOrder('/refunds', { refundId: 'refund-1', amount: 40 }, 201),
  },
  'conversions.attribute': {
    'a paid order, to another creator': async (world) => {
      const { id: affiliateId } = await world.by.invite(world.token);
      return ofPaidOrder('/attribution', { affiliateId, reason: 'Asked for it' })(world);
    },
  },
  'conversions.get': {
    'with a creator whose totals are sharded': async (world) => ({
      path: `/conversions/${(await orderOfHotCreator(world)).id}?expand=affiliate`,
      status: 200,
    }),
  },
  'conversions.create': {
    [beyondVisit]: async (world) => ({
      path: '/conversions',
      status: 201,
      body: await orderBeyondVisit(world),
    }),
    'by a code that was deleted since': async (world) => ({
      path: '/conversions',
      status: 201,
      body: await lateOrder(world),
    }),
    'of a former member': async (world) => ({
      path: '/conversions',
      status: 201,
      body: await orderOfFormerMember(world),
    }),
    [byTerms]: async (world) => ({ path: '/conversions', status: 201, body: await orderByTerms(world) }),
    [ofBoundCustomer]: async (world) => ({
      path: '/conversions',
      status: 201,
      body: await orderOfBoundCustomer(world),
    }),
  },
  'conversions.createBulk': {
    [beyondVisit]: async (world) => ({
      path: '/conversions/bulk',
      status: 200,
      body: { conversions: [await orderBeyondVisit(world)] },
    }),
    [byTerms]: async (world) => ({
      path: '/conversions/bulk',
      status: 200,
      body: { conversions: [await orderByTerms(world)] },
    }),
  },
  'conversions.assignMany': {
    'by attribution': async ({ by, token }) => {
      const { id } = await by.recordOrder(token);
      const reason = 'The creator asked';
      const removal = { token, body: { affiliateId: null, reason } };
      await by.send('POST', `/conversions/${id}/attribution`, removal);
      const { id: affiliateId } = await by.invite(token);
      const body = { filter: { attribution: 'removed' }, affiliateId, reason };
      return { path: '/conversions/attribution', status: 200, body };
    },
  },
  'conversions.list': {
    'with creators and campaigns': at(() => '/conversions?expand=affiliate,campaign'),
    'by order id': async ({ by, token }) => ({
      path: `/conversions?orderId=${(await by.recordOrder(token)).orderId}`,
      status: 200,
    }),
    'by campaign': at(({ campaignId }) => `/conversions?campaignId=${campaignId}`),
    'by discount code': async ({ by, token, affiliateId }) => {
      const { id, code } = await by.createDiscount(token, affiliateId);
      await by.recordOrder(token, { discountCode: code });
      return { path: `/conversions?discountId=${id}`, status: 200 };
    },
    'by customer': at(() => '/conversions?customerId=customer-1'),
    'by time': at(() => '/conversions?occurredFrom=2026-01-01'),
  },
};
