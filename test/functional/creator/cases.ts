// The cost budgets and situations of the endpoints of creators. The first situation of each endpoint is a plain success.
import { unusedCode } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { paypalDetails, sepaDetails } from '#test/support/payment-details.ts';
import type { Situation, SituationRequest, World } from '#test/support/situations.ts';

const sessionOf = async ({ by, token }: World, affiliateId: string) =>
  (await by.send('POST', `/affiliates/${affiliateId}/portal-sessions`, { token })).json.data;

/** A request of the creator of the world. */
const own =
  (path: string | ((world: World) => Promise<string>), sent: Partial<SituationRequest> = {}): Situation =>
  async (world) => ({
    path: typeof path === 'string' ? path : await path(world),
    token: (await sessionOf(world, world.affiliateId)).token,
    status: 200,
    ...sent,
  });

/** A request of a creator of its own. */
const ofNewCreator =
  (path: string, sent: Partial<SituationRequest>): Situation =>
  async (world) => {
    const { id } = await world.by.inviteActive(world.token);
    return { path, token: (await sessionOf(world, id)).token, status: 200, ...sent };
  };

/** A request of a creator whose group can have terms. */
const ofGroup =
  (sent: Partial<SituationRequest> = {}): Situation =>
  async (world) => {
    const { id } = await world.by.inviteActive(world.token, { group: 'vip' });
    return { path: '/creator', token: (await sessionOf(world, id)).token, status: 200, ...sent };
  };

const slugOf = async ({ by, token }: World): Promise<string> =>
  (await by.send('GET', '/brand', { token })).json.data.slug;

const signInLink =
  (emailOf: (world: World) => Promise<string>): Situation =>
  async (world) => ({
    path: '/creator/sign-in-links',
    status: 204,
    body: { brand: await slugOf(world), email: await emailOf(world) },
  });

async function ownCommission({ by, brandId, affiliateId }: World): Promise<string> {
  return (await by.createCommission({ brandId, affiliateId })).id;
}

async function payoutOf(world: World): Promise<string> {
  const { by, brandId, affiliateId, token } = world;
  await by.createCommission({ brandId, affiliateId, status: 'approved' });
  const { json } = await by.send('POST', '/payouts', { token, body: { affiliateIds: [affiliateId] } });
  return json.data.id;
}

const ownLink = async ({ by, token, affiliateId }: World): Promise<string> =>
  `/creator/links/${(await by.createLink(token, affiliateId)).id}`;

const orderOf =
  (named: (world: World) => object) =>
  async (world: World): Promise<string> =>
    `/creator/orders/${(await world.by.recordOrder(world.token, named(world))).orderId}`;

export const cases = defineCases({
  'creator.sendSignInLink': {
    budget: 4,
    situations: {
      'a creator': signInLink(async ({ by, token }) => (await by.inviteActive(token)).email),
      'an unknown address': signInLink(async () => 'nobody@creators.test'),
    },
  },
  'creator.createSession': {
    budget: 3,
    situations: {
      'a sign-in link': async (world) => {
        const { url } = await sessionOf(world, world.affiliateId);
        return {
          path: '/creator/sessions',
          status: 200,
          body: { token: new URL(url).searchParams.get('token') },
        };
      },
    },
  },
  'creator.logout': {
    budget: 2,
    situations: { 'a session': own('/creator/logout', { status: 204 }) },
  },
  'creator.get': {
    budget: 3,
    situations: { 'the own one': own('/creator'), 'in a group': ofGroup() },
  },
  'creator.update': {
    budget: 5,
    situations: {
      'the name': own('/creator', { body: { name: 'Ada' } }),
      'in a group': ofGroup({ body: { name: 'Ada' } }),
    },
  },
  'creator.statistics': {
    budget: 2,
    situations: { 'of a month': own('/creator/statistics') },
  },
  'creator.balance': {
    budget: 2,
    situations: { 'the own one': own('/creator/balance') },
  },
  'creator.listLinks': {
    budget: 3,
    situations: {
      all: own(async ({ by, token, affiliateId }) => {
        await by.createLink(token, affiliateId);
        return '/creator/links';
      }),
    },
  },
  'creator.createLink': {
    budget: 3,
    budgetWithKey: 3,
    situations: {
      'with a slug': (world) => own('/creator/links', { status: 201, body: { slug: unusedCode() } })(world),
      'for a campaign': async (world) => {
        const { id: campaignId } = await world.by.createCampaign(world.token, { status: 'active' });
        const path = `/campaigns/${campaignId}/affiliates/${world.affiliateId}`;
        await world.by.send('PUT', path, { token: world.token });
        const body = { campaignId, name: 'Bio' };
        return own('/creator/links', { status: 201, body })(world);
      },
    },
  },
  'creator.getLink': { budget: 2, situations: { one: own(ownLink) } },
  'creator.updateLink': {
    budget: 4,
    situations: {
      'its name': own(ownLink, { body: { name: 'Instagram' } }),
      'its slug': (world) => own(ownLink, { body: { slug: unusedCode() } })(world),
    },
  },
  'creator.deleteLink': { budget: 3, situations: { one: own(ownLink, { status: 204 }) } },
  'creator.listDiscounts': {
    budget: 3,
    situations: {
      all: own('/creator/discounts'),
      'by status': own('/creator/discounts?status=active'),
    },
  },
  'creator.listCommissions': {
    budget: 3,
    situations: {
      all: own('/creator/commissions'),
      'by status': own('/creator/commissions?status=pending'),
      'of a payout': own(async (world) => `/creator/commissions?payoutId=${await payoutOf(world)}`),
    },
  },
  'creator.getCommission': {
    budget: 1,
    situations: { one: own(async (world) => `/creator/commissions/${await ownCommission(world)}`) },
  },
  'creator.listPayouts': {
    budget: 4,
    situations: { all: own('/creator/payouts') },
  },
  'creator.getPayout': {
    budget: 2,
    situations: { one: own(async (world) => `/creator/payouts/${await payoutOf(world)}`) },
  },
  'creator.getOrder': {
    budget: 3,
    situations: {
      'an own order': own(orderOf(({ code }) => ({ trackingCode: code }))),
      'an order of nobody': own(orderOf(() => ({}))),
      'an order that is not recorded': own('/creator/orders/no-such-order'),
    },
  },
  'creator.listDisputes': {
    budget: 2,
    situations: {
      all: own('/creator/disputes'),
      'by status': own('/creator/disputes?status=open'),
    },
  },
  'creator.createDispute': {
    budget: 2,
    budgetWithKey: 3,
    situations: {
      'a missing order': (world) => {
        const orderId = `order-${crypto.randomUUID()}`;
        const body = { kind: 'missingOrder', orderId, message: 'Please check it' };
        return own('/creator/disputes', { status: 201, body })(world);
      },
    },
  },
  'creator.getPaymentData': {
    budget: 2,
    situations: { 'the own ones': own('/creator/payout-details') },
  },
  'creator.setPaymentData': {
    budget: 3,
    situations: {
      'the first ones': ofNewCreator('/creator/payout-details', { body: sepaDetails }),
      'other ones': async (world) => {
        const change = await ofNewCreator('/creator/payout-details', { body: paypalDetails })(world);
        await world.by.send('PUT', change.path, { token: change.token ?? '', body: sepaDetails });
        return change;
      },
    },
  },
  'creator.erase': {
    budget: 4,
    situations: {
      'the own account': ofNewCreator('/creator', { status: 202, body: { confirm: 'delete' } }),
    },
  },
});
