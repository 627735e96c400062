// Sends each request three times in random order to several service processes, through a proxy that injects table faults by
// seed, and checks that each request took effect once. `npm run test:money` runs this with more seeds.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { createAccount } from '#test/support/accounts.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { createCommission } from '#test/support/commissions.ts';
import { runInBatches } from '#test/support/concurrent.ts';
import {
  createCampaign,
  createDiscount,
  createLink,
  discountDefinition,
  invite,
  inviteActive,
  recordOrder,
  unusedCode,
  unusedEmail,
  unusedOrder,
} from '#test/support/creations.ts';
import { simulationBody } from '#test/support/creations-with.ts';
import {
  type Corrections,
  createCorrections,
  expectCorrectedOnce,
} from '#test/support/delivered-corrections.ts';
import { createDisputes, type Disputes, expectDisputedOnce } from '#test/support/delivered-disputes.ts';
import { createOutreach, expectReachedOnce, type Outreach } from '#test/support/delivered-outreach.ts';
import { createPortal, expectPortalDoneOnce, type Portal } from '#test/support/delivered-portal.ts';
import {
  type ConnectedShops,
  createConnectedShops,
  expectConnectedOnce,
} from '#test/support/delivered-shops.ts';
import { type Task, task } from '#test/support/delivered-tasks.ts';
import { rateBody } from '#test/support/exchange-rates.ts';
import type { Json } from '#test/support/json.ts';
import { walk } from '#test/support/lists.ts';
import { deliverAtLeastOnce, seededRandom } from '#test/support/random.ts';
import { writingRoutes } from '#test/support/requests.ts';
import { retryWhileBusy } from '#test/support/retry-while-busy.ts';
import { type FaultKind, faultKinds, highFaultRates } from '#test/support/seeded-faults.ts';
import { startSeededProxy } from '#test/support/seeded-proxy.ts';
import { type Answer, createBrand, newToken, type Send, send } from '#test/support/service.ts';
import { type ServiceProcess, startServiceProcess } from '#test/support/service-process.ts';
import { laterTerms } from '#test/support/terms.ts';
import { byWorkers } from '#test/support/workers.ts';

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 1) }, (_, index) => 20260301 + index);
const processes = 4;
/** Concurrent requests per process. */
const requestsAtOnce = 4;
const deliveries = 3;

/** The scenario has no users, keys, twins, exports, webhooks, logos and domains of links. kills/ and idempotency.test.ts cover their endpoints. */
const outsideScenario =
  /^(apiKeys|exports|secondFactor|testMode|users|webhooks)\.|(Logo|LinkDomain)$|^(privacy|customers)\.erase|^auth\.\w*(Password|Invitation)$/;

const methodOf = ({ routeName }: Task): string => {
  const method = routes.find(({ name }) => name === routeName)?.method;
  if (method === undefined) throw new Error(`There is no route ${routeName}`);
  return method;
};

const half = <Item>(items: readonly Item[]): readonly Item[] => items.slice(0, items.length / 2);
const otherHalf = <Item>(items: readonly Item[]): readonly Item[] => items.slice(items.length / 2);
const idsIn = (items: readonly Json[]): readonly string[] => items.map(({ id }) => id);
const findAll = async (token: string, path: string, query = {}) => {
  const pages = await walk(token, path, query);
  return { items: pages.flatMap(({ items }) => items), total: pages[0]?.total };
};

/** Creates a brand with items of every kind and the requests about them. */
async function createScenario(seed: number) {
  const random = seededRandom(seed, 'tasks');
  const { admin: token, brand } = await createBrand('scale');
  const creators: Json[] = await runInBatches(12, () => invite(token));
  const campaigns: Json[] = await runInBatches(4, () => createCampaign(token, { status: 'active' }));
  const drafts: Json[] = await runInBatches(12, () => createCampaign(token));
  const discounts: Json[] = await runInBatches(12, (index) => createDiscount(token, creators[index].id));
  const commissions = await runInBatches(12, (index) =>
    createCommission({ brandId: brand.id, affiliateId: creators[index].id }),
  );
  const joins = creators.map(({ id }) => ({ id, campaign: random.pick(campaigns)?.id }));
  const invitations = Array.from({ length: 16 }, () => ({
    email: unusedEmail(),
    campaignIds: idsIn(campaigns).filter(() => random.next() < 0.5),
  }));
  const bulkInvitations = Array.from({ length: 4 }, () => ({ email: unusedEmail() }));
  const upserts = Array.from({ length: 4 }, (_, index) => ({
    externalId: `creator-${index}`,
    email: unusedEmail(),
  }));
  const codeIn = (campaignId: string) => ({
    ...discountDefinition(random.pick(creators).id),
    campaignId,
  });
  const bulks = Array.from({ length: 6 }, () =>
    Array.from({ length: 8 }, () => codeIn(campaigns[random.between(0, 1)].id)),
  );
  const members = await runInBatches(6, () => invite(token, { campaignIds: idsIn(campaigns) }));
  const single = Array.from({ length: 6 }, () => codeIn(campaigns[1].id));
  const { email, password } = await createAccount();
  const links = await runInBatches(4, (index) => createLink(token, creators[index].id));
  const slugs = Array.from({ length: 4 }, unusedCode);
  const sessions = await runInBatches(6, async () => ({ token: (await newToken(brand.id, 'member')).token }));
  const otherBrand = (await createBrand('scale')).admin;
  // Two versions each, which are set at the same time as the owner is changed.
  const terms = [laterTerms(), laterTerms()];
  const termsTasks = (routeName: string, owner: string) =>
    terms.map((body) => task(routeName, `${owner}/terms`, [200, 200], { body }));
  const tasks: readonly Task[] = [
    ...termsTasks('brands.setTerms', '/brand'),
    ...campaigns.flatMap(({ id }) => termsTasks('campaigns.setTerms', `/campaigns/${id}`)),
    ...creators.flatMap(({ id }) => termsTasks('affiliates.setTerms', `/affiliates/${id}`)),
    ...termsTasks('groups.setTerms', '/affiliate-groups/vip'),
    task('exchangeRates.set', '/exchange-rates/EUR', [200, 200], { body: rateBody() }),
    ...invitations.map((body) => task('affiliates.invite', '/affiliates/invite', [201, 409], { body })),
    task('affiliates.createBulk', '/affiliates/bulk', [200, 200], { body: { affiliates: bulkInvitations } }),
    ...upserts.map(({ externalId, email: address }) =>
      task('affiliates.upsert', `/affiliates/by-external-id/${externalId}`, [201, 200], {
        body: { email: address },
      }),
    ),
    task('brands.update', '/brand', [200, 200], { body: { holdDays: 20 } }),
    ...half(creators).map(({ id }) =>
      task('affiliates.update', `/affiliates/${id}`, [200, 200], { body: { status: 'banned' } }),
    ),
    ...['Autumn', 'Winter'].map((name) =>
      task('campaigns.create', '/campaigns', [201, 201], { body: { name }, token: otherBrand }),
    ),
    ...campaigns.map(({ id }) =>
      task('campaigns.update', `/campaigns/${id}`, [200, 200], { body: { name: 'Summer' } }),
    ),
    ...half(drafts).map(({ id }) => task('campaigns.delete', `/campaigns/${id}`, [204, 404])),
    ...joins.map(({ id, campaign }) =>
      task('campaigns.addMember', `/campaigns/${campaign}/affiliates/${id}`, [204, 204]),
    ),
    ...members.map(({ id }) =>
      task('campaigns.removeMember', `/campaigns/${campaigns[0].id}/affiliates/${id}`, [204, 204]),
    ),
    ...single.map((body) => task('discounts.create', '/discounts', [201, 409], { body })),
    ...bulks.map((many) =>
      task('discounts.createBulk', '/discounts/bulk', [200, 200], { body: { discounts: many } }),
    ),
    ...otherHalf(discounts).map(({ id }) =>
      task('discounts.update', `/discounts/${id}`, [200, 200], { body: { metadata: { season: 'summer' } } }),
    ),
    ...half(discounts).map(({ id }) => task('discounts.delete', `/discounts/${id}`, [204, 404])),
    ...slugs.map((slug) =>
      task('links.create', '/links', [201, 409], { body: { affiliateId: creators[0].id, slug } }),
    ),
    ...otherHalf(links).map(({ id }) =>
      task('links.update', `/links/${id}`, [200, 200], { body: { slug: `new-${id.toLowerCase()}` } }),
    ),
    ...half(links).map(({ id }) => task('links.delete', `/links/${id}`, [204, 404])),
    ...half(commissions).map(({ id }) =>
      task('commissions.approve', `/commissions/${id}/approve`, [200, 200]),
    ),
    ...otherHalf(creators).map(({ trackingCode }) =>
      task('tracking.recordClick', `/tracking/ref/${trackingCode}`, [201, 200], {
        body: { visitorId: 'only one' },
      }),
    ),
    ...half(creators).map(({ trackingCode }) =>
      task('tracking.followLink', `/tracking/ref/${trackingCode}`, [302, 302]),
    ),
    ...half(sessions).map((session) => task('auth.refresh', '/auth/refresh', [200, 401], session)),
    ...otherHalf(sessions).map((session) => task('auth.logout', '/auth/logout', [204, 401], session)),
    task('auth.login', '/auth/brand/login', [200, 200], { body: { email, password } }),
  ];
  return {
    ...{
      token,
      otherBrand,
      creators,
      campaigns,
      drafts,
      discounts,
      links,
      slugs,
      commissions,
      joins,
      members,
      sessions,
    },
    ...{ invitations, bulkInvitations, upserts, definitions: [...bulks.flat(), ...single], terms, tasks },
  };
}

type Scenario = Awaited<ReturnType<typeof createScenario>>;

const recorded = 12;

/** Creates another brand with orders and the requests about orders, commissions and payouts. */
async function createShop() {
  const { admin: token, brand } = await createBrand('scale');
  const { trackingCode } = await inviteActive(token);
  const body = (): { orderId: string; amount: number; trackingCode: string } => ({
    orderId: unusedOrder(),
    amount: 100,
    trackingCode,
  });
  const sold: Json[] = await runInBatches(recorded, () => recordOrder(token, { trackingCode }));
  const { commissionId: first } = await recordOrder(token, { trackingCode });
  await send('PATCH', `/commissions/${first}/approve`, { token });
  const { id: payoutId } = (await send('POST', '/payouts', { token })).json.data;
  const [some, others] = [half(sold), otherHalf(sold)];
  const shopTask = (routeName: string, path: string, statuses: Task['statuses'], given?: object) =>
    task(routeName, path, statuses, { token, ...(given && { body: given }) });
  const tasks = [
    ...Array.from({ length: 6 }, () => shopTask('conversions.create', '/conversions', [201, 200], body())),
    shopTask('conversions.createBulk', '/conversions/bulk', [200, 200], {
      conversions: Array.from({ length: 6 }, body),
    }),
    ...some.map(({ id }) =>
      shopTask('conversions.refund', `/conversions/${id}/refunds`, [201, 200], {
        refundId: 'one',
        amount: 30,
      }),
    ),
    ...others.map(({ id }) =>
      shopTask('conversions.update', `/conversions/${id}`, [200, 200], { metadata: { channel: 'web' } }),
    ),
    ...others.map(({ commissionId }) =>
      shopTask('commissions.reject', `/commissions/${commissionId}/reject`, [200, 200], { reason: 'Fraud' }),
    ),
    shopTask('commissions.approveMany', '/commissions/approve', [200, 200], {
      ids: some.map(({ commissionId }) => commissionId),
    }),
    shopTask('payouts.update', `/payouts/${payoutId}`, [200, 200], { status: 'canceled' }),
    // Payouts have no natural key. A retry after a lost response is a 409 while the payout is in progress, and otherwise creates a
    // payout of what was approved meanwhile, or none (200).
    shopTask('payouts.create', '/payouts', [201, 201, 200, 409]),
    shopTask('simulations.create', '/simulations', [201, 201], simulationBody()),
  ];
  return { token, brandId: brand.id, tasks };
}

/** Expects each order once, and totals that match the ledger. */
async function expectSoldOnce({ token, brandId }: Awaited<ReturnType<typeof createShop>>): Promise<void> {
  const sold = await findAll(token, '/conversions');
  expect([sold.items.length, sold.total]).toEqual([recorded + 1 + 12, recorded + 1 + 12]);
  const refundedAmounts = sold.items.map(({ refundedAmount }) => refundedAmount).filter((one) => one > 0);
  expect(refundedAmounts).toEqual(Array.from({ length: recorded / 2 }, () => 30));
  const rejected = await findAll(token, '/commissions', { status: 'rejected' });
  expect([rejected.items.length, rejected.total]).toEqual([recorded / 2, recorded / 2]);
  expect((await reconcileBrand(brandId)).differences).toEqual([]);
}

let unavailableResponses = 0;

/** Retries a task until neither the response nor an item of a bulk request is a 503. */
async function executeTask(by: Send, task: Task, defaultToken: string): Promise<Answer> {
  const { path, body, headers, token = defaultToken, key } = task;
  const answer = await retryWhileBusy(
    () =>
      by(methodOf(task), path, {
        token,
        body,
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
        ...(headers !== undefined && { headers }),
      }),
    () => {
      unavailableResponses += 1;
    },
  );
  const hasBusyItem = answer.status === 200 && answer.text.includes('"service_busy"');
  return hasBusyItem ? executeTask(by, task, defaultToken) : answer;
}

/** Expects each version of the terms of each owner once. */
async function expectTermsSetOnce({ token, campaigns, creators, terms }: Scenario): Promise<void> {
  const owners = [
    '/brand',
    ...campaigns.map(({ id }) => `/campaigns/${id}`),
    ...creators.map(({ id }) => `/affiliates/${id}`),
    '/affiliate-groups/vip',
  ];
  // The latest is the first.
  const expected = terms.toReversed();
  for (const owner of owners) {
    const { versions } = (await send('GET', `${owner}/terms`, { token })).json.data;
    expect(versions, owner).toMatchObject(expected);
  }
}

/** Compares all readable data of the brand with the requests. */
async function expectDoneOnce(scenario: Scenario): Promise<void> {
  const { token, creators, campaigns, drafts, discounts, commissions, joins, members, invitations } =
    scenario;
  const { bulkInvitations, upserts } = scenario;
  const affiliates = await findAll(token, '/affiliates');
  const emails = [...creators, ...members, ...invitations, ...bulkInvitations, ...upserts].map(
    ({ email }) => email,
  );
  expect(affiliates.items.map(({ email }) => email).toSorted()).toEqual(emails.toSorted());
  expect(affiliates.total).toBe(emails.length);
  const banned = await findAll(token, '/affiliates', { status: 'banned' });
  expect(idsIn(banned.items).toSorted()).toEqual(idsIn(half(creators)).toSorted());
  expect(banned.total).toBe(banned.items.length);

  const left = await findAll(token, '/campaigns');
  const kept = [...campaigns, ...otherHalf(drafts)];
  expect(idsIn(left.items).toSorted()).toEqual(idsIn(kept).toSorted());
  expect(left.total).toBe(kept.length);
  for (const { id, name, creatorsCount } of left.items.filter(({ status }) => status === 'active')) {
    const listed = await findAll(token, `/campaigns/${id}/affiliates`);
    const joined = [
      ...joins.filter(({ campaign }) => campaign === id).map((join) => join.id),
      ...scenario.definitions.filter(({ campaignId }) => campaignId === id).map((code) => code.affiliateId),
    ];
    const expected =
      (id === campaigns[0].id ? 0 : members.length) +
      new Set(joined).size +
      invitations.filter(({ campaignIds }) => campaignIds.includes(id)).length;
    expect([listed.items.length, listed.total, creatorsCount]).toEqual([expected, expected, expected]);
    expect(name).toBe('Summer');
  }

  const codes = [...otherHalf(discounts), ...scenario.definitions];
  const allCodes = await findAll(token, '/discounts');
  expect(allCodes.items.map(({ code }) => code).toSorted()).toEqual(codes.map(({ code }) => code).toSorted());
  expect(allCodes.total).toBe(codes.length);
  for (const { id } of creators) {
    const ofCreator = codes.filter(({ affiliateId }) => affiliateId === id).length;
    const listed = await findAll(token, '/discounts', { affiliateId: id });
    expect([listed.items.length, listed.total]).toEqual([ofCreator, ofCreator]);
  }

  const allLinks = await findAll(token, '/links');
  const renamed = otherHalf(scenario.links).map(({ id }) => `new-${id.toLowerCase()}`);
  expect(allLinks.items.map(({ slug }) => slug).toSorted()).toEqual(
    [...renamed, ...scenario.slugs].toSorted(),
  );
  expect(allLinks.total).toBe(allLinks.items.length);

  const approved = await findAll(token, '/commissions', { status: 'approved' });
  expect(idsIn(approved.items).toSorted()).toEqual(idsIn(half(commissions)).toSorted());
  expect(approved.total).toBe(approved.items.length);
  expect((await findAll(token, '/commissions', { status: 'pending' })).total).toBe(commissions.length / 2);

  const { creators: places, campaigns: running } = (await send('GET', '/billing/usage', { token })).json.data;
  expect([places.used, running.used]).toEqual([emails.length - creators.length / 2, kept.length]);
  for (const { id } of otherHalf(creators)) {
    const counted = (await clicksOf(id)).filter(({ reason }) => reason === null);
    expect(counted).toHaveLength(1);
  }
  for (const session of scenario.sessions)
    expect((await send('GET', '/billing', { token: session.token })).status).toBe(401);
  // Campaigns have no natural key, so a retry after a lost response creates another campaign.
  const created = await findAll(scenario.otherBrand, '/campaigns');
  expect(created.total).toBe(created.items.length);
  expect(created.items.length).toBeGreaterThanOrEqual(2 * deliveries);
}

/** The kinds of faults that occurred, over all seeds. */
const seenFaults = new Set<FaultKind>();

describe.each(seeds)('the service with fault seed %i', (seed) => {
  let scenario: Scenario;
  let shop: Awaited<ReturnType<typeof createShop>>;
  let corrections: Corrections;
  let disputes: Disputes;
  let portal: Portal;
  let outreach: Outreach;
  let shops: ConnectedShops;
  let tasks: readonly Task[];
  let workers: readonly ServiceProcess[];
  let proxy: Awaited<ReturnType<typeof startSeededProxy>>;

  beforeAll(async () => {
    scenario = await createScenario(seed);
    shop = await createShop();
    corrections = await createCorrections();
    disputes = await createDisputes();
    portal = await createPortal();
    outreach = await createOutreach();
    shops = await createConnectedShops();
    tasks = [scenario, shop, corrections, disputes, portal, outreach, shops].flatMap((part) => part.tasks);
    proxy = await startSeededProxy({
      engine: process.env.DYNAMODB_ENDPOINT ?? '',
      seed,
      rates: highFaultRates,
    });
    workers = await Promise.all(
      Array.from({ length: processes }, () =>
        startServiceProcess({ endpoint: proxy.endpoint, hasProductionTimeout: true }),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await proxy.stop();
  });

  test('the requests cover every endpoint that writes', () => {
    const covered = new Set(tasks.map(({ routeName }) => routeName));
    const names = writingRoutes.map(({ name }) => name).filter((name) => !outsideScenario.test(name));
    expect(covered).toEqual(new Set(names));
  });

  test('executes each request once although it is sent three times and the table fails', async () => {
    const { token } = scenario;
    const firsts = new Map<Task, number>();
    const order = deliverAtLeastOnce(tasks, deliveries, seededRandom(seed, 'deliveries'));
    // Several requests per process, because most of them wait for slow, hanging or retried calls.
    const slots = workers.flatMap((worker) => Array.from({ length: requestsAtOnce }, () => worker));
    await byWorkers(slots, order, async (task, worker) => {
      const { status, text } = await executeTask(worker.send, task, token);
      const [first, ...again] = task.statuses;
      expect([first, ...again], `${task.routeName} ${task.path} ${text}`).toContain(status);
      if (!again.includes(first) && status === first) firsts.set(task, (firsts.get(task) ?? 0) + 1);
    });
    // Only one request of a task may receive the status of the first execution. A click that is stored late, after the response to a later
    // click, makes that one a duplicate, so both were answered as counted. `expectDoneOnce` checks that one of them counts.
    for (const [{ routeName, path }, times] of firsts)
      if (routeName !== 'tracking.recordClick') expect([path, times]).toEqual([path, 1]);
    const { calls, faults } = await proxy.counts();
    await expectDoneOnce(scenario);
    await expectTermsSetOnce(scenario);
    await expectSoldOnce(shop);
    await expectCorrectedOnce(corrections);
    await expectDisputedOnce(disputes);
    await expectPortalDoneOnce(portal);
    await expectReachedOnce(outreach);
    await expectConnectedOnce(shops);
    process.stdout.write(
      `${JSON.stringify({ seed, deliveries: order.length, refused: unavailableResponses, calls, faults })}\n`,
    );
    for (const kind of faultKinds) if (faults[kind] !== undefined) seenFaults.add(kind);
  });
});

test('all kinds of faults occurred, and some of them lasted until the service returned 503', () => {
  expect(seenFaults).toEqual(new Set(faultKinds));
  expect(unavailableResponses).toBeGreaterThan(seeds.length);
});
