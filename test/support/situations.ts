// Requests for each redirectEndpoint in every situation with a different cost. The world determines whether requests go to the
// handlers in this process or to a stage over HTTP.
import type { Role } from '#lib/auth/schema.ts';
import type { CommissionStatus } from '#lib/commissions/schema/commission.ts';
import { aFewAtATime } from './at-once.ts';
import { type creationsBy, type Send, unusedCode, unusedEmail, unusedOrder } from './creations-by.ts';
import type { Json } from './json.ts';
import type { Sent } from './service.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

export interface Asked extends Sent {
  readonly path: string;
  readonly status: number;
  readonly method?: string;
}

export type Situation = (world: World) => Promise<Asked> | Asked;

export interface Means extends ReturnType<typeof creationsBy> {
  readonly send: Send;
  readonly newToken: (brandId: string, role: Role) => Promise<{ readonly token: string }>;
  /** Creates a commission in any state. The API can only create pending ones. */
  readonly createCommission: (given: {
    readonly brandId: string;
    readonly affiliateId: string;
    readonly status?: CommissionStatus;
    readonly amount?: number;
  }) => Promise<{ readonly id: string }>;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface World {
  readonly by: Means;
  readonly account: Credentials;
  readonly token: string;
  readonly brandId: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly code: string;
}

/** Creates a world with a creator in a campaign, for a Scale brand and a token of its admin. */
export async function worldOf(given: Pick<World, 'by' | 'account' | 'token' | 'brandId'>): Promise<World> {
  const { by, token } = given;
  const landingUrl = 'https://acme.test/spring';
  const { id: campaignId } = await by.createCampaign(token, { status: 'active', landingUrl });
  const { id: affiliateId, trackingCode: code } = await by.invite(token, { campaignIds: [campaignId] });
  return { ...given, campaignId, affiliateId, code };
}

const newCommission = ({ by, brandId, affiliateId }: World) => by.createCommission({ brandId, affiliateId });

/** An order by the creator itself, whose commission is held for review. */
async function ownOrder({ by, token }: World) {
  const { trackingCode, email } = await by.invite(token);
  return { trackingCode, customerEmail: email };
}

async function heldCommission(world: World): Promise<string> {
  const { commissionId } = await world.by.recordOrder(world.token, await ownOrder(world));
  return commissionId;
}

const order = (named: object = {}, more: object = {}): Asked => ({
  path: '/conversions',
  status: 201,
  body: { orderId: unusedOrder(), amount: 49.9, ...named },
  ...more,
});

/** All references of an order: a discount code and a click of a campaign, and a tracking code. */
async function everything({ by, token, affiliateId, campaignId, code }: World) {
  const discount = await by.createDiscount(token, affiliateId, { campaignId });
  const clicked = await by.send('POST', `/tracking/ref/${code}`, { token, body: { campaignId } });
  return { discountCode: discount.code, clickId: clicked.json.data.clickId, trackingCode: code };
}

const orders = (count: number, named: object) => ({
  conversions: Array.from({ length: count }, () => ({ orderId: unusedOrder(), amount: 1, ...named })),
});

async function ordersAgain({ by, token }: World): Promise<Asked> {
  const asked = { path: '/conversions/bulk', body: orders(100, {}) };
  await by.send('POST', asked.path, { token, body: asked.body });
  return { ...asked, status: 200 };
}

const refundOf = (id: string, status = 201): Asked => ({
  path: `/conversions/${id}/refunds`,
  status,
  body: { refundId: 'refund-1', amount: 1 },
});

async function earner({ by, token, brandId }: World, amounts: readonly number[] = [500]): Promise<string> {
  const { id } = await by.invite(token);
  for (const amount of amounts) {
    await by.createCommission({ brandId, affiliateId: id, status: 'approved', amount });
  }
  return id;
}

const postPayout =
  (more: object = {}, query = ''): Situation =>
  async (world) => ({
    path: `/payouts${query}`,
    status: query === '' ? 201 : 200,
    body: { affiliateIds: [await earner(world)], ...more },
  });

/** Moves all commissions that are due into a payout. */
const payAll = ({ by, token }: World) => by.send('POST', '/payouts', { token });

/** Creates a payout of one creator, which is ready at once. */
async function newPayout(world: World): Promise<string> {
  const body = { affiliateIds: [await earner(world)] };
  const { json } = await world.by.send('POST', '/payouts', { token: world.token, body });
  return json.data.id;
}

const login =
  (given: (account: Credentials) => object): Situation =>
  ({ account }) => ({
    path: '/auth/brand/login',
    body: given(account),
    status: 'password' in given(account) && Object(given(account)).password === account.password ? 200 : 401,
  });

const at =
  (path: (world: World) => string, status = 200): Situation =>
  (world) => ({ path: path(world), status });

const someDiscount = (affiliateId: string) => ({ code: unusedCode(), type: 'fixed', value: 5, affiliateId });

const someDiscounts = async (affiliateIds: readonly string[], more: object = {}): Promise<Asked> => ({
  path: '/discounts/bulk',
  status: 200,
  body: { discounts: affiliateIds.map((id) => ({ ...someDiscount(id), ...more })) },
});

const newAffiliates = ({ by, token }: World, count: number): Promise<string[]> =>
  aFewAtATime(count, async () => (await by.invite(token)).id);

const click =
  (body: object, status = 201): Situation =>
  ({ code }) => ({
    path: `/tracking/ref/${code}`,
    status,
    body: { userAgent: browser, ...body },
  });

/** Follows the link once, so that the process has cached its target. */
const warmLink =
  (given: { query?: string; userAgent?: string; method?: string }): Situation =>
  async ({ by, code }) => {
    const path = `/tracking/ref/${code}${given.query ?? ''}`;
    await by.send('HEAD', path);
    const headers = { 'user-agent': given.userAgent ?? browser };
    return { path, status: 302, headers, token: undefined, ...(given.method && { method: given.method }) };
  };

/** Situations by endpoint. The first one is a plain success. */
export const situations: Readonly<Record<string, Readonly<Record<string, Situation>>>> = {
  'auth.login': {
    'the right password': login(({ email, password }) => ({ email, password })),
    'a wrong password': login(({ email }) => ({ email, password: 'wrong' })),
    'an unknown address': login(() => ({ email: 'nobody@acme.test', password: 'wrong' })),
  },
  'auth.refresh': {
    'a token': async ({ by, brandId }) => ({
      path: '/auth/refresh',
      status: 200,
      ...(await by.newToken(brandId, 'member')),
    }),
  },
  'auth.logout': {
    'a token': async ({ by, brandId }) => ({
      path: '/auth/logout',
      status: 204,
      ...(await by.newToken(brandId, 'member')),
    }),
  },
  'affiliates.list': {
    all: at(() => '/affiliates'),
    'by status': at(() => '/affiliates?status=active'),
  },
  'affiliates.get': { one: at(({ affiliateId }) => `/affiliates/${affiliateId}`) },
  'affiliates.invite': {
    'by e-mail address only': () => ({
      path: '/affiliates/invite',
      status: 201,
      body: { email: unusedEmail() },
    }),
    'into 20 campaigns': async ({ by, token }) => {
      const campaigns = await Promise.all(Array.from({ length: 20 }, () => by.createCampaign(token)));
      const campaignIds = campaigns.map(({ id }) => id);
      return { path: '/affiliates/invite', status: 201, body: { email: unusedEmail(), campaignIds } };
    },
    'an e-mail address that is taken': async ({ by, token }) => {
      const { email } = await by.invite(token);
      return { path: '/affiliates/invite', status: 409, body: { email } };
    },
  },
  'affiliates.update': {
    'its name': async ({ by, token }) => ({
      path: `/affiliates/${(await by.invite(token)).id}`,
      status: 200,
      body: { name: 'Ada' },
    }),
    'its status': async ({ by, token }) => ({
      path: `/affiliates/${(await by.invite(token)).id}`,
      status: 200,
      body: { status: 'active' },
    }),
    'reactivating a banned creator': async ({ by, token }) => {
      const path = `/affiliates/${(await by.invite(token)).id}`;
      await by.patch(token, path, { status: 'banned' });
      return { path, status: 200, body: { status: 'active' } };
    },
  },
  'campaigns.list': { all: at(() => '/campaigns'), 'by status': at(() => '/campaigns?status=active') },
  'campaigns.get': { one: at(({ campaignId }) => `/campaigns/${campaignId}`) },
  'campaigns.create': { 'a draft': () => ({ path: '/campaigns', status: 201, body: { name: 'Spring' } }) },
  'campaigns.update': {
    'its name': ({ campaignId }) => ({
      path: `/campaigns/${campaignId}`,
      status: 200,
      body: { name: 'Summer' },
    }),
    'its status': async ({ by, token }) => ({
      path: `/campaigns/${(await by.createCampaign(token)).id}`,
      status: 200,
      body: { status: 'active' },
    }),
  },
  'campaigns.delete': {
    'a draft': async ({ by, token }) => ({
      path: `/campaigns/${(await by.createCampaign(token)).id}`,
      status: 204,
    }),
  },
  'campaigns.listMembers': { all: at(({ campaignId }) => `/campaigns/${campaignId}/affiliates`) },
  'campaigns.addMember': {
    'a creator who is not a member': async ({ by, token, campaignId }) => ({
      path: `/campaigns/${campaignId}/affiliates/${(await by.invite(token)).id}`,
      status: 204,
    }),
    'a creator who is a member': at(
      ({ campaignId, affiliateId }) => `/campaigns/${campaignId}/affiliates/${affiliateId}`,
      204,
    ),
  },
  'campaigns.removeMember': {
    'a creator who is a member': async ({ by, token, campaignId }) => {
      const { id } = await by.invite(token, { campaignIds: [campaignId] });
      return { path: `/campaigns/${campaignId}/affiliates/${id}`, status: 204 };
    },
    'a creator who is not a member': async ({ by, token, campaignId }) => ({
      path: `/campaigns/${campaignId}/affiliates/${(await by.invite(token)).id}`,
      status: 204,
    }),
  },
  'discounts.list': {
    all: at(() => '/discounts'),
    'by creator': at(({ affiliateId }) => `/discounts?affiliateId=${affiliateId}`),
  },
  'discounts.get': {
    one: async ({ by, token, affiliateId }) => ({
      path: `/discounts/${(await by.createDiscount(token, affiliateId)).id}`,
      status: 200,
    }),
  },
  'discounts.create': {
    'for a creator': ({ affiliateId }) => ({
      path: '/discounts',
      status: 201,
      body: someDiscount(affiliateId),
    }),
    'for a creator in a campaign': ({ affiliateId, campaignId }) => ({
      path: '/discounts',
      status: 201,
      body: { ...someDiscount(affiliateId), campaignId },
    }),
  },
  'discounts.createBulk': {
    one: ({ affiliateId }) => someDiscounts([affiliateId]),
    '100 of one creator': ({ affiliateId }) => someDiscounts(Array.from({ length: 100 }, () => affiliateId)),
    '100 of 100 creators in a campaign': async (world) =>
      someDiscounts(await newAffiliates(world, 100), { campaignId: world.campaignId }),
    '100 codes that are taken': ({ affiliateId }) =>
      someDiscounts(
        Array.from({ length: 100 }, () => affiliateId),
        { code: 'always-the-same' },
      ),
  },
  'discounts.delete': {
    one: async ({ by, token, affiliateId }) => ({
      path: `/discounts/${(await by.createDiscount(token, affiliateId)).id}`,
      status: 204,
    }),
  },
  'tracking.statistics': {
    'the last 30 days': at(() => '/tracking/clicks'),
    'a whole year': at(() => '/tracking/clicks?from=2025-01-01&to=2026-01-01'),
    'by country, in a time zone': at(
      () => '/tracking/clicks?from=2025-01-01&to=2026-01-01&groupBy=country&timezone=Asia/Kolkata',
    ),
    'of a creator in a campaign': at(
      ({ affiliateId, campaignId }) => `/tracking/clicks?affiliateId=${affiliateId}&campaignId=${campaignId}`,
    ),
  },
  'tracking.recordClick': {
    'a counted click': (world) => click({ visitorId: unusedCode() })(world),
    'an unknown visitor': click({}),
    'a duplicate': async (world) => {
      const { path, body } = await click({ visitorId: 'again' })(world);
      await world.by.send('POST', path, { token: world.token, body });
      return { path, body, status: 200 };
    },
    'a bot': click({ userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
    'a click in a campaign': ({ code, campaignId }) => ({
      path: `/tracking/ref/${code}`,
      status: 201,
      body: { campaignId, visitorId: 'in a campaign' },
    }),
    'an inactive creator': async ({ by, token }) => {
      const { id, trackingCode } = await by.invite(token);
      await by.patch(token, `/affiliates/${id}`, { status: 'banned' });
      return { path: `/tracking/ref/${trackingCode}`, status: 201, body: { visitorId: 'inactive' } };
    },
  },
  'tracking.followLink': {
    'a person': warmLink({}),
    'a person again': warmLink({}),
    'a bot': warmLink({ userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
    'in a campaign': (world) => warmLink({ query: `?campaignId=${world.campaignId}` })(world),
    HEAD: warmLink({ method: 'HEAD' }),
  },
  'billing.get': { one: at(() => '/billing') },
  'billing.usage': { one: at(() => '/billing/usage') },
  'commissions.list': {
    all: at(() => '/commissions'),
    'by status': at(() => '/commissions?status=pending'),
    'by creator': at(({ affiliateId }) => `/commissions?affiliateId=${affiliateId}`),
    'by both': at(({ affiliateId }) => `/commissions?affiliateId=${affiliateId}&status=pending`),
    'held commissions': at(() => '/commissions?held=true'),
  },
  'commissions.get': {
    one: async (world) => ({ path: `/commissions/${(await newCommission(world)).id}`, status: 200 }),
  },
  'commissions.approve': {
    'a pending one': async (world) => ({
      path: `/commissions/${(await newCommission(world)).id}/approve`,
      status: 200,
    }),
    'a held one': async (world) => ({
      path: `/commissions/${await heldCommission(world)}/approve`,
      status: 200,
    }),
  },
  'commissions.approveMany': {
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
  },
  'commissions.reject': {
    'a pending one': async (world) => ({
      path: `/commissions/${(await newCommission(world)).id}/reject`,
      status: 200,
      body: { reason: 'Bought by the creator' },
    }),
  },
  'conversions.create': {
    'with a tracking code': ({ code }) => order({ trackingCode: code }),
    'with all references': async (world) => order(await everything(world)),
    'by the creator itself': async (world) => order(await ownOrder(world)),
    'without references': () => order(),
    'a retry': async ({ by, token, code }) => {
      const body = { orderId: unusedOrder(), amount: 1, trackingCode: code };
      await by.send('POST', '/conversions', { token, body });
      return order(body, { status: 200 });
    },
    'asked about only': ({ code }) =>
      order({ trackingCode: code }, { path: '/conversions?dryRun=true', status: 200 }),
  },
  'conversions.createBulk': {
    one: ({ code }) => ({ path: '/conversions/bulk', status: 200, body: orders(1, { trackingCode: code }) }),
    '100 with all references': async (world) => ({
      path: '/conversions/bulk',
      status: 200,
      body: orders(100, await everything(world)),
    }),
    'a retry of 100': ordersAgain,
  },
  'conversions.list': {
    all: at(() => '/conversions'),
    'by attribution': at(() => '/conversions?attribution=attributed'),
    'by creator': at(({ affiliateId }) => `/conversions?affiliateId=${affiliateId}`),
    'by both': at(({ affiliateId }) => `/conversions?affiliateId=${affiliateId}&attribution=noReference`),
  },
  'conversions.get': {
    one: async ({ by, token }) => ({
      path: `/conversions/${(await by.recordOrder(token)).id}`,
      status: 200,
    }),
  },
  'conversions.refund': {
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
  'payouts.create': {
    'of one creator': postPayout(),
    'of all creators': async (world) => {
      await payAll(world);
      await earner(world);
      return { path: '/payouts', status: 201 };
    },
    'of creators without earnings': async (world) => {
      await payAll(world);
      return { path: '/payouts', status: 201, body: { affiliateIds: [world.affiliateId] } };
    },
    'of creators above and below the minimum': async (world) => ({
      path: '/payouts',
      status: 201,
      body: {
        affiliateIds: [
          await earner(world, [100]),
          await earner(world, [5000]),
          await earner(world, [4000, 1000]),
        ],
        minimum: 50,
      },
    }),
    'that is only tried out': postPayout({}, '?dryRun=true'),
  },
  'payouts.list': { all: at(() => '/payouts'), 'by status': at(() => '/payouts?status=ready') },
  'payouts.get': {
    one: async (world) => ({ path: `/payouts/${await newPayout(world)}`, status: 200 }),
    'as CSV': async (world) => ({ path: `/payouts/${await newPayout(world)}.csv`, status: 200 }),
  },
  'payouts.listLines': {
    all: async (world) => ({ path: `/payouts/${await newPayout(world)}/lines`, status: 200 }),
  },
  'payouts.update': {
    paid: async (world) => ({
      path: `/payouts/${await newPayout(world)}`,
      status: 200,
      body: { status: 'paid', reference: 'transfer-1' },
    }),
    canceled: async (world) => ({
      path: `/payouts/${await newPayout(world)}`,
      status: 200,
      body: { status: 'canceled' },
    }),
  },
  'service.health': { it: at(() => '/health') },
  'service.openapi': { it: at(() => '/openapi.json') },
};
