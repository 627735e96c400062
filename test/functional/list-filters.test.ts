// Tests the filters of lists: exact lookups, several statuses, and combinations that no index serves.
import { beforeAll, describe, expect, test } from 'vitest';
import { findFilterSet } from '#lib/foundation/contract/filter-sets.ts';
import { paging } from '#lib/foundation/contract/paging.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { idsOf, type Query, readPage, walk } from '#test/support/lists.ts';
import { recordOrder, sendRefund } from '#test/support/orders.ts';
import { createPayout } from '#test/support/payouts.ts';
import { createPortalCreator } from '#test/support/portal.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let globex: TestBrand;
let creatorToken: string;
beforeAll(async () => {
  [acme, globex] = [await createBrand(), await createBrand()];
  creatorToken = (await createPortalCreator(acme.brand)).token;
});

const find = async (path: string, query: Query, { admin }: TestBrand = acme) =>
  idsOf((await readPage(admin, path, query)).items);

describe('a filter by several statuses', () => {
  test('lists the creators with any of the statuses in the order of ids, page by page, with their exact total', async () => {
    const { admin } = await createBrand();
    const ids: Record<string, string[]> = { invited: [], active: [], paused: [] };
    for (let index = 0; index < 9; index += 1) {
      const { id } = await invite(admin);
      const status = ['invited', 'active', 'paused'][index % 3] ?? '';
      if (status !== 'invited') await patch(admin, `/affiliates/${id}`, { status: 'active' });
      if (status === 'paused') await patch(admin, `/affiliates/${id}`, { status });
      ids[status]?.push(id);
    }
    const expected = [...(ids.active ?? []), ...(ids.paused ?? [])].toSorted();
    for (const limit of [1, 2, 4, 6, 100]) {
      for (const order of ['asc', 'desc']) {
        const pages = await walk(admin, '/affiliates', { status: 'paused,active', order, limit });
        const listed = idsOf(pages.flatMap(({ items }) => items));
        expect(listed).toEqual(order === 'asc' ? expected : expected.toReversed());
        expect(pages.map(({ total }) => total)).toEqual(pages.map(() => 6));
      }
    }
    const { cursor } = await readPage(admin, '/affiliates', { status: 'paused,active', limit: 1 });
    const again = await send('GET', `/affiliates?status=active&status=paused&cursor=${cursor}`, {
      token: admin,
    });
    expect([again.status, again.json.data.length]).toEqual([200, 5]);
    const other = await send('GET', `/affiliates?status=active&cursor=${cursor}`, { token: admin });
    expect(other.status).toBe(400);
  });

  test('applies to campaigns, commissions and payouts as well', async () => {
    const brand = await createBrand();
    const { admin } = brand;
    const draft = await createCampaign(admin);
    const active = await createCampaign(admin, { status: 'active' });
    const ended = await createCampaign(admin, { status: 'active' });
    await patch(admin, `/campaigns/${ended.id}`, { status: 'ended' });
    expect(await find('/campaigns', { status: 'draft,ended' }, brand)).toEqual([ended.id, draft.id]);
    expect(await find('/campaigns', { status: 'active,draft,active' }, brand)).toEqual([active.id, draft.id]);
    const { id: affiliateId, trackingCode } = await invite(admin);
    await patch(admin, `/affiliates/${affiliateId}`, { status: 'active' });
    const orders = [];
    for (let index = 0; index < 3; index += 1) orders.push(await recordOrder(admin, { trackingCode }));
    const [first, second, third] = orders.map(({ commissionId }) => commissionId);
    await patch(admin, `/commissions/${first}/approve`, {});
    await patch(admin, `/commissions/${second}/reject`, { reason: 'Fraud' });
    const statuses = { status: 'approved,pending' };
    expect(await find('/commissions', statuses, brand)).toEqual([third, first]);
    expect(await find('/commissions', { ...statuses, affiliateId }, brand)).toEqual([third, first]);
    const payout = await createPayout(admin);
    expect(await find('/payouts', { status: 'ready,paid' }, brand)).toEqual([payout.id]);
  });
});

describe('an exact filter', () => {
  test('finds a creator by e-mail address and by tracking code, in any letter case, in the own brand only', async () => {
    const email = 'Ada.Lovelace@creators.test';
    const { id, trackingCode } = await invite(acme.admin, { email, trackingCode: 'Ada-Of-Acme' });
    const queries: readonly Query[] = [
      { email: email.toUpperCase() },
      { trackingCode: trackingCode.toLowerCase() },
    ];
    for (const query of queries) {
      expect(await find('/affiliates', query)).toEqual([id]);
      expect(await find('/affiliates', query, globex)).toEqual([]);
      expect(await find('/affiliates', { ...query, createdFrom: '2099-12-31' })).toEqual([]);
    }
    expect(await find('/affiliates', { email: 'nobody@creators.test' })).toEqual([]);
    const answer = await send('GET', '/affiliates?email=nobody', { token: acme.admin });
    expect([answer.status, answer.json.details[0].path]).toEqual([400, 'email']);
  });

  test('finds the members of a campaign with an exact total, page by page', async () => {
    const campaign = await createCampaign(acme.admin);
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      ids.unshift((await invite(acme.admin, { campaignIds: [campaign.id] })).id);
    }
    await invite(acme.admin);
    const pages = await walk(acme.admin, '/affiliates', { campaignId: campaign.id, limit: 2 });
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [2, 3],
      [1, 3],
    ]);
    expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(ids);
    expect(await find('/affiliates', { campaignId: campaign.id }, globex)).toEqual([]);
  });

  test('finds the creators of a group page by page, also after a creator has joined or left it', async () => {
    const ids: string[] = [];
    for (const group of ['group-a', 'group-a', 'group-b', 'group-a'])
      ids.unshift((await invite(acme.admin, { group })).id);
    const [last = '', other = '', ...first] = ids;
    const pages = await walk(acme.admin, '/affiliates', { group: 'group-a', limit: 2 });
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [2, 3],
      [1, 3],
    ]);
    expect(idsOf(pages.flatMap(({ items }) => items))).toEqual([last, ...first]);
    await patch(acme.admin, `/affiliates/${last}`, { group: null });
    await patch(acme.admin, `/affiliates/${other}`, { group: 'group-a' });
    expect(await find('/affiliates', { group: 'group-a' })).toEqual([other, ...first]);
    expect(await find('/affiliates', { group: 'group-b' })).toEqual([]);
    expect(await find('/affiliates', { group: 'group-a' }, globex)).toEqual([]);
  });

  test('finds a discount code by its code, in any letter case, until it is deleted', async () => {
    const [ada, grace] = [await invite(acme.admin), await invite(acme.admin)];
    const { id, code } = await createDiscount(acme.admin, ada.id, { code: 'Summer-ADA' });
    expect(await find('/discounts', { code: code.toLowerCase(), status: 'active' })).toEqual([id]);
    expect(await find('/discounts', { code, affiliateId: ada.id })).toEqual([id]);
    expect(await find('/discounts', { code, affiliateId: grace.id })).toEqual([]);
    expect(await find('/discounts', { code }, globex)).toEqual([]);
    await send('DELETE', `/discounts/${id}`, { token: acme.admin });
    expect(await find('/discounts', { code })).toEqual([]);
  });

  test('finds the commission of a conversion and its clawbacks, page by page', async () => {
    const brand = await createBrand();
    const { admin } = brand;
    const { id, trackingCode } = await invite(admin);
    await patch(admin, `/affiliates/${id}`, { status: 'active' });
    const order = await recordOrder(admin, { trackingCode });
    await recordOrder(admin, { trackingCode });
    const query = { conversionId: order.id };
    expect(await find('/commissions', query, brand)).toEqual([order.commissionId]);
    await patch(admin, `/commissions/${order.commissionId}/approve`, {});
    const payout = await createPayout(admin);
    await patch(admin, `/payouts/${payout.id}`, { status: 'paid', reference: 'transfer' });
    const refunds = [];
    for (const refundId of ['refund-1', 'refund-2']) {
      refunds.push((await sendRefund(admin, order.id, { refundId, amount: 10 })).json.data.commissionId);
    }
    const expected = [...refunds.toReversed(), order.commissionId];
    expect(await find('/commissions', query, brand)).toEqual(expected);
    const pages = await walk(admin, '/commissions', { ...query, limit: 1, order: 'asc' });
    expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(expected.toReversed());
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
    expect(await find('/commissions', query, globex)).toEqual([]);
    expect((await readPage(admin, '/commissions', { conversionId: 'nothing' })).total).toBe(0);
  });
});

/** A valid value of each filter. */
const values: Readonly<Record<string, string>> = {
  status: 'active',
  held: 'true',
  excluded: 'true',
  attribution: 'attributed',
  email: 'ada@creators.test',
};

/** The lists that have no status `active`. */
const statuses: Readonly<Record<string, string>> = {
  'commissions.list': 'pending',
  'disputes.list': 'open',
  'fraudFindings.list': 'open',
  'creator.listCommissions': 'pending',
};

const pairs = routes.flatMap((route) => {
  const { query, filterSets, path } = route;
  const names = Object.keys(query?.shape ?? {}).filter(
    (name) => ![...Object.keys(paging), 'expand'].includes(name),
  );
  if (filterSets === undefined) return [];
  const status = statuses[route.name] ?? values.status;
  const defaultOf = (name: string) => (/(?:From|To)$/.test(name) ? '2026-03-01' : 'abc');
  const given = (name: string): [string, string] => [name, { ...values, status }[name] ?? defaultOf(name)];
  return names.flatMap((one, index) =>
    names.slice(index + 1).map((other) => {
      const pair = Object.fromEntries([given(one), given(other)]);
      const isSupported = findFilterSet(filterSets, pair) !== undefined;
      return { path, pair, isSupported, query: new URLSearchParams(pair).toString() };
    }),
  );
});

describe('a pair of filters', () => {
  test('exists in both kinds', () => {
    expect(pairs.filter(({ isSupported }) => isSupported).length).toBeGreaterThan(3);
    expect(pairs.filter(({ isSupported }) => !isSupported).length).toBeGreaterThan(3);
  });

  test.each(pairs)(
    'of $path with $query is served, or is a 400 that lists the supported sets',
    async (given) => {
      const { path, pair, isSupported } = given;
      const token = path.startsWith('/creator/') ? creatorToken : acme.admin;
      const answer = await send('GET', `${path}?${new URLSearchParams(pair)}`, { token });
      if (isSupported) {
        expect(answer.status, answer.text).toBe(200);
      } else {
        const [one, other = ''] = Object.keys(pair);
        const message = expect.stringContaining(`\`${one}\`, \`${other}\` cannot be combined. Supported: `);
        expectError(answer, errorBody(400, 'Invalid query parameters', [{ path: other, message }]));
      }
    },
  );
});
