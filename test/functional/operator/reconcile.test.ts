import { expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { getItem, putItem, queryPartition, updateItem } from '#lib/foundation/table/client.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { collectionPartition, counterPartition, keys } from '#lib/foundation/table/keys/keys.ts';
import { ledgerPartition, ledgerShards, refundPartition } from '#lib/foundation/table/keys/money-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { rebuildFigures } from '#lib/outlets/figures/store/rebuild.ts';
import {
  createCampaign,
  createDiscount,
  invite,
  inviteActive,
  recordOrder,
} from '#test/support/creations.ts';
import type { Json } from '#test/support/json.ts';
import { operator, operatorJson } from '#test/support/operator.ts';
import { useOneStepPerRequest } from '#test/support/payout-books.ts';
import { createBrand, send } from '#test/support/service.ts';
import { inTurn, sized } from '#test/support/size.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';
import { stopTimer } from '#test/support/timers.ts';

const { admin, brand } = await createBrand();
const { id: brandId } = brand;

const post = async (path: string, body: unknown): Promise<Json> => {
  const { status, json, text } = await send('POST', path, { token: admin, body });
  expect(status, text).toBeLessThan(300);
  return json.data;
};

/** Records orders, refunds, approvals, rejections and deletions for the brand. */
async function createHistory() {
  const [creator, other] = await Promise.all([invite(admin), invite(admin)]);
  const campaign = await createCampaign(admin, { status: 'active' });
  const discount = await createDiscount(admin, creator.id, { campaignId: campaign.id });
  let number = 0;
  const order = (named: object) => {
    number += 1;
    return post('/conversions', { orderId: `order-${number}`, amount: 49.9, ...named });
  };
  const code = { discountCode: discount.code };
  const [pending, approved, rejected, reversed, reduced] = [
    await order(code),
    await order(code),
    await order(code),
    await order(code),
    await order({ trackingCode: other.trackingCode }),
  ];
  await order({ trackingCode: other.trackingCode, customerEmail: other.email });
  await order({});
  await order({ discountCode: 'nobodys' });
  await send('PATCH', `/commissions/${approved.commissionId}/approve`, { token: admin });
  await send('PATCH', `/commissions/${rejected.commissionId}/reject`, {
    token: admin,
    body: { reason: 'x' },
  });
  await post(`/conversions/${reversed.id}/refunds`, { refundId: 'all' });
  await post(`/conversions/${reduced.id}/refunds`, { refundId: 'one', amount: 9.9 });
  await post(`/conversions/${reduced.id}/refunds`, { refundId: 'two', amount: 5 });
  // Deleting a discount deletes its totals, but keeps its orders.
  const deleted = await createDiscount(admin, other.id);
  await order({ discountCode: deleted.code });
  await send('DELETE', `/discounts/${deleted.id}`, { token: admin });
  return { creator, other, campaign, discount, pending, approved, rejected, reversed, reduced };
}

const history = await createHistory();
const entriesOf = async (matches: (entry: Item) => boolean): Promise<readonly Item[]> =>
  (await Promise.all(ledgerShards.map((spread) => queryPartition(ledgerPartition(brandId, spread)))))
    .flat()
    .filter(matches);

test('`brand reconcile` finds no differences in a brand with orders, refunds, approvals and deletions', async () => {
  const reconciliation = await reconcileBrand(brandId);
  expect(reconciliation).toMatchObject({ differences: [], moving: 0, payoutsUnderWay: [] });
  expect(reconciliation.entries).toBe((await entriesOf(() => true)).length);
  // 9 orders of 49.90 minus refunds of 64.80. Pending: 4.99 twice, 4.99 held, and 3.50 of the reduced order.
  expect(reconciliation.accounts).toEqual({
    customers: -38_430,
    sales: 38_430,
    commissions: -2346,
    pending: 1847,
    approved: 499,
  });
  await aggregateNewClicks();
  expect(await operatorJson('brand', 'reconcile', brandId)).toEqual({
    brandId,
    currency: 'USD',
    ...JSON.parse(JSON.stringify(reconciliation)),
    figures: { items: expect.any(Number), moving: 0, differences: [] },
  });
});

test('`brand reconcile` returns the same result when a brand is reconciled in several passes', async () => {
  const [onePass, severalPasses] = [await reconcileBrand(brandId), await reconcileBrand(brandId, 2)];
  const sums = 2 + 2 * 3 + 1 + 1;
  expect(severalPasses).toEqual(onePass);
  expect(onePass.compared).toBeGreaterThan(sums);
});

/** Reconciles the brand with a falsified or deleted item, and restores the item afterwards. */
async function reconcileWith(key: Key, falsify: (item: Item) => Item | undefined) {
  const before = await getItem(key);
  expect(before, `${key.pk} ${key.sk}`).toBeDefined();
  const after = falsify({ ...before });
  if (after === undefined) await transact([{ kind: 'delete', key }]);
  else await putItem({ Item: { ...key, ...after } });
  try {
    return (await reconcileBrand(brandId)).differences;
  } finally {
    await putItem({ Item: { ...key, ...before } });
  }
}

test('`brand reconcile` in several passes has the differences of all passes', async () => {
  const commissionIds = [pending, approved, rejected, reduced].map(({ commissionId }) =>
    String(commissionId),
  );
  const falsified = commissionIds.map((id) => item('commission', id));
  const before = await Promise.all(falsified.map((key) => getItem(key)));
  for (const found of before) await putItem({ Item: { ...found, amount: Number(found?.amount) + 1 } });
  const { differences } = await reconcileBrand(brandId, 2);
  for (const found of before) await putItem({ Item: { ...found } });
  const subjects = differences.map(({ subject }) => subject);
  expect(subjects).toEqual(expect.arrayContaining(commissionIds.map((id) => `commission ${id}`)));
});

test('`brand reconcile` names a payout under way instead of reporting what it has claimed', async () => {
  const { admin: token, brand: paying } = await createBrand();
  const { trackingCode } = await inviteActive(token);
  const { commissionId } = await recordOrder(token, { trackingCode, amount: 100 });
  await send('PATCH', `/commissions/${commissionId}/approve`, { token });
  useOneStepPerRequest();
  const { id, status } = (await send('POST', '/payouts', { token, body: { minimum: 1 } })).json.data;
  stopTimer();
  expect(status).toBe('preparing');
  expect(await reconcileBrand(paying.id)).toMatchObject({ differences: [], payoutsUnderWay: [id] });
});

const item = (collection: Parameters<typeof keys.item>[1], id: string) => keys.item(brandId, collection, id);
const increment = (field: string, by: number) => (found: Item) => ({
  ...found,
  [field]: Number(found[field] ?? 0) + by,
});
const remove = () => undefined;
const firstIn = async (partition: string): Promise<Key> => {
  const [{ pk, sk } = {}] = await queryPartition(partition);
  return { pk: String(pk), sk: String(sk) };
};
const entryKey = async (matches: (entry: Item) => boolean): Promise<Key> => {
  const [entry] = await entriesOf(matches);
  return keys.ledgerEntry(brandId, String(entry?.id));
};
const ofConversion = (id: string, kind: string) => (entry: Item) =>
  entry.conversionId === id && entry.kind === kind;

type Case = readonly [
  title: string,
  key: () => Key | Promise<Key>,
  falsify: (item: Item) => Item | undefined,
  found: readonly (readonly [subject: string, figure: string])[],
];

const { creator, campaign, discount, pending, approved, rejected, reduced, reversed } = history;
const affiliate = `affiliate ${creator.id}`;

const cases: readonly Case[] = [
  [
    'a wrong totalRevenue of a creator',
    () => item('affiliate', creator.id),
    increment('totalRevenue', 1),
    [[affiliate, 'totalRevenue']],
  ],
  [
    'a wrong totalOrders of a creator',
    () => item('affiliate', creator.id),
    increment('totalOrders', -1),
    [[affiliate, 'totalOrders']],
  ],
  [
    'a wrong commissionEarned of a creator',
    () => item('affiliate', creator.id),
    increment('commissionEarned', 1),
    [[affiliate, 'commissionEarned']],
  ],
  [
    'a wrong totalRevenue of a campaign',
    () => item('campaign', campaign.id),
    increment('totalRevenue', -1),
    [[`campaign ${campaign.id}`, 'totalRevenue']],
  ],
  [
    'a wrong totalOrders of a campaign',
    () => item('campaign', campaign.id),
    increment('totalOrders', 1),
    [[`campaign ${campaign.id}`, 'totalOrders']],
  ],
  [
    'a wrong commissionEarned of a campaign',
    () => item('campaign', campaign.id),
    increment('commissionEarned', -1),
    [[`campaign ${campaign.id}`, 'commissionEarned']],
  ],
  [
    'a wrong usageCount of a discount',
    () => item('discount', discount.id),
    increment('usageCount', 1),
    [[`discount ${discount.id}`, 'usageCount']],
  ],
  [
    'a wrong totalRevenue of a discount',
    () => item('discount', discount.id),
    increment('totalRevenue', 1),
    [[`discount ${discount.id}`, 'totalRevenue']],
  ],
  [
    'a wrong conversion count of a brand',
    () => firstIn(counterPartition(brandId, 'conversions')),
    increment('total', 1),
    [[`conversions of ${brandId}`, 'total']],
  ],
  [
    'a wrong count of pending commissions of a brand',
    () => firstIn(counterPartition(brandId, 'conversions')),
    (found) => ({ ...found, commissions_pending: Number(found.commissions_pending ?? 0) - 1 }),
    [[`commissions of ${brandId}`, 'pending']],
  ],
  [
    'a wrong conversion count of a creator',
    () => firstIn(counterPartition(`${brandId}#${creator.id}`, 'affiliateConversions')),
    increment('total', 1),
    [[`conversions of ${creator.id}`, 'total']],
  ],
  [
    'a wrong commission count of a creator',
    () => firstIn(counterPartition(`${brandId}#${creator.id}`, 'affiliateConversions')),
    increment('commissions_total', 1),
    [[`commissions of ${creator.id}`, 'total']],
  ],
  [
    'a wrong amount of a conversion',
    () => item('conversion', pending.id),
    increment('amount', 1),
    [[`conversion ${pending.id}`, 'amount']],
  ],
  [
    'a wrong refundedAmount of a conversion',
    () => item('conversion', reduced.id),
    increment('refundedAmount', 1),
    [[`conversion ${reduced.id}`, 'refundedAmount']],
  ],
  [
    'a wrong creator of a conversion',
    () => item('conversion', pending.id),
    (found) => ({ ...found, affiliateId: history.other.id }),
    [
      [`conversion ${pending.id}`, `of ${creator.id}`],
      [`conversion ${pending.id}`, `of ${history.other.id}`],
      [`conversion ${pending.id}`, 'misplaced'],
    ],
  ],
  [
    'a conversion that is missing in a list',
    () => item('conversion', pending.id),
    ({ byAffiliate: _, ...found }) => found,
    [[`conversion ${pending.id}`, 'misplaced']],
  ],
  [
    'a wrong amount of a refund',
    () => firstIn(refundPartition(brandId, reduced.id)),
    increment('amount', 1),
    [[`refunds of ${reduced.id}`, 'amount']],
  ],
  [
    'an unreadable refund',
    () => firstIn(refundPartition(brandId, reversed.id)),
    (found) => ({ ...found, amount: String(found.amount) }),
    [
      [`refunds of ${reversed.id}`, 'unreadable'],
      [`refunds of ${reversed.id}`, 'amount'],
    ],
  ],
  [
    'an unreadable order id',
    () => keys.order(brandId, 'order-1'),
    ({ fingerprint: _, ...found }) => found,
    [[`order of ${pending.id}`, 'unreadable']],
  ],
  [
    'a deleted refund',
    () => firstIn(refundPartition(brandId, reversed.id)),
    remove,
    [
      [`refunds of ${reversed.id}`, 'items'],
      [`refunds of ${reversed.id}`, 'amount'],
    ],
  ],
  [
    'a wrong amount of a pending commission',
    () => item('commission', pending.commissionId),
    increment('amount', 1),
    [[`commission ${pending.commissionId}`, 'pending']],
  ],
  [
    'a wrong amount of a rejected commission',
    () => item('commission', rejected.commissionId),
    increment('amount', 1),
    [[`commission ${rejected.commissionId}`, 'lost']],
  ],
  [
    'a commission with a wrong position in a list',
    () => item('commission', pending.commissionId),
    (found) => ({ ...found, byStatus: `${found.byStatus}x` }),
    [[`commission ${pending.commissionId}`, 'misplaced']],
  ],
  [
    'a wrong payout of a commission',
    () => item('commission', approved.commissionId),
    (found) => ({ ...found, payoutId: 'pay_01JD0000000000000000000000' }),
    [
      [`commission ${approved.commissionId}`, 'approved'],
      [`commission ${approved.commissionId}`, 'inPayout'],
    ],
  ],
  [
    'an unreadable commission',
    () => item('commission', approved.commissionId),
    (found) => ({ ...found, amount: 'much' }),
    [[`commission ${approved.commissionId}`, 'unreadable']],
  ],
  ['a deleted order id', () => keys.order(brandId, 'order-1'), remove, [[`order of ${pending.id}`, 'items']]],
];

test.each(inTurn(cases, 2))('`brand reconcile` finds %s', async (_, key, falsify, found) => {
  const differences = await reconcileWith(await key(), falsify);
  const named = differences.map(({ subject, figure }) => [subject, figure]);
  for (const one of found) expect(named).toContainEqual(one);
  for (const [subject] of named) expect(found.map(([name]) => name)).toContain(subject);
});

test('`brand reconcile` finds no differences after all of these items were restored', async () => {
  expect((await reconcileBrand(brandId)).differences).toEqual([]);
});

test('`brand reconcile` finds a commission whose status changed without a ledger entry', async () => {
  const { commissionId } = pending;
  const differences = await reconcileWith(item('commission', commissionId), (found) => ({
    ...found,
    status: 'approved',
  }));
  expect(differences).toEqual(
    expect.arrayContaining([
      { subject: `commission ${commissionId}`, figure: 'pending', expected: 499, stored: 0 },
      { subject: `commission ${commissionId}`, figure: 'approved', expected: 0, stored: 499 },
      { subject: `commission ${commissionId}`, figure: 'counted pending', expected: 1, stored: 0 },
      { subject: `commission ${commissionId}`, figure: 'counted approved', expected: 0, stored: 1 },
    ]),
  );
});

test('`brand reconcile` finds a deleted conversion and a deleted commission', async () => {
  const lost = await reconcileWith(item('conversion', pending.id), remove);
  expect(new Set(lost.map(({ subject }) => subject))).toEqual(new Set([`conversion ${pending.id}`]));
  expect(lost).toContainEqual({
    subject: `conversion ${pending.id}`,
    figure: 'amount',
    expected: 4990,
    stored: 0,
  });
  const unpaid = await reconcileWith(item('commission', approved.commissionId), remove);
  expect(unpaid).toContainEqual({
    subject: `commission ${approved.commissionId}`,
    figure: 'approved',
    expected: 499,
    stored: 0,
  });
});

test('`brand reconcile` finds every figure that differs after a ledger entry is deleted', async () => {
  const differences = await reconcileWith(await entryKey(ofConversion(pending.id, 'order')), remove);
  const found = differences.map(({ subject }) => subject);
  for (const subject of [
    affiliate,
    `campaign ${campaign.id}`,
    `discount ${discount.id}`,
    `conversion ${pending.id}`,
    `order of ${pending.id}`,
    `conversions of ${brandId}`,
    `conversions of ${creator.id}`,
  ]) {
    expect(found).toContain(subject);
  }
});

test('`brand reconcile` finds an unbalanced and an unreadable ledger entry', async () => {
  const key = await entryKey(ofConversion(pending.id, 'commission'));
  const unbalanced = await reconcileWith(key, (found) => ({
    ...found,
    postings: [
      { account: 'commissions', amount: 499 },
      { account: 'pending', amount: -498 },
    ],
  }));
  expect(unbalanced).toContainEqual({
    subject: `entry ${key.sk}`,
    figure: 'unbalanced',
    expected: 1,
    stored: 0,
  });
  expect(unbalanced).toContainEqual({
    subject: affiliate,
    figure: 'commissionEarned',
    expected: expect.any(Number),
    stored: expect.any(Number),
  });
  const unreadable = await reconcileWith(key, (found) => ({ ...found, postings: 'none' }));
  expect(unreadable).toContainEqual({
    subject: `entry ${key.sk}`,
    figure: 'unreadable',
    expected: 1,
    stored: 0,
  });
});

test('`brand reconcile` adds up totals that are split over several items, and finds a falsified item', async () => {
  const affiliateKey = item('affiliate', creator.id);
  const before = await getItem(affiliateKey);
  const cell = keys.totalsCell(affiliateKey, 3);
  await putItem({ Item: { ...cell, totalRevenue: 1000, totalOrders: 0, commissionEarned: 0 } });
  await updateItem({
    Key: affiliateKey,
    UpdateExpression: 'SET sumsAreSpread = :yes ADD totalRevenue :less',
    ExpressionAttributeValues: { ':yes': true, ':less': -1000 },
  });
  expect((await reconcileBrand(brandId)).differences).toEqual([]);
  expect(await reconcileWith(cell, increment('totalRevenue', 1))).toEqual([
    {
      subject: affiliate,
      figure: 'totalRevenue',
      expected: Number(before?.totalRevenue),
      stored: Number(before?.totalRevenue) + 1,
    },
  ]);
});

test('`brand reconcile` compares paid, canceled and ready payouts and their lines with the ledger', async () => {
  const { admin: token, brand: paying } = await createBrand();
  const sellers = await Promise.all([inviteActive(token), inviteActive(token)]);
  const request = async (method: string, path: string, body?: object): Promise<Json> => {
    const { status, json, text } = await send(method, path, { token, body });
    expect(status, text).toBeLessThan(300);
    return json.data;
  };
  let number = 0;
  const recordOrders = async () => {
    for (const { trackingCode } of sellers) {
      number += 1;
      const body = { orderId: `order-${number}`, amount: 10 * number, trackingCode };
      const { commissionId } = await request('POST', '/conversions', body);
      await request('PATCH', `/commissions/${commissionId}/approve`);
    }
  };
  await recordOrders();
  const paid = await request('POST', '/payouts', { minimum: 1.5 });
  await request('PATCH', `/payouts/${paid.id}`, { status: 'paid', reference: 'bank' });
  await recordOrders();
  const canceled = await request('POST', '/payouts', {});
  await request('PATCH', `/payouts/${canceled.id}`, { status: 'canceled' });
  const ready = await request('POST', '/payouts', { minimum: 4 });
  const statuses = await Promise.all(
    [paid, canceled, ready].map(async ({ id }) => (await request('GET', `/payouts/${id}`)).status),
  );
  expect(statuses).toEqual(['paid', 'canceled', 'ready']);
  const reconciliation = await reconcileBrand(paying.id);
  expect(reconciliation).toMatchObject({ differences: [], payoutsUnderWay: [] });
  expect(reconciliation.accounts).toMatchObject({ paid: 200, approved: 0, inPayout: 800 });

  const differencesWith = async (key: Key, falsify: (item: Item) => Item) => {
    const before = await getItem(key);
    expect(before).toBeDefined();
    await putItem({ Item: falsify({ ...before }) });
    const { differences } = await reconcileBrand(paying.id);
    await putItem({ Item: before });
    return differences;
  };
  const seller = String(sellers[1]?.id);
  const line = keys.payoutLine(paying.id, paid.id, seller);
  const [ofPaid, ofLine] = [`payout ${paid.id}`, `payout ${paid.id} ${seller}`];
  const beyond = (field: string, by: number) => ({
    subject: ofPaid,
    figure: `${field} beyond its lines`,
    expected: 0,
    stored: by,
  });
  const payout = keys.item(paying.id, 'payout', paid.id);
  expect(await differencesWith(payout, increment('amount', 1))).toEqual([
    { subject: ofPaid, figure: 'paid', expected: 200, stored: 201 },
    beyond('amount', 1),
  ]);
  expect(await differencesWith(payout, increment('commissionsCount', -1))).toEqual([
    { subject: ofPaid, figure: 'commissionsCount', expected: 1, stored: 0 },
    beyond('commissionsCount', -1),
  ]);
  expect(await differencesWith(payout, increment('affiliatesCount', 1))).toEqual([
    beyond('affiliatesCount', 1),
  ]);
  expect(await differencesWith(line, increment('amount', -1))).toEqual([
    beyond('amount', 1),
    { subject: ofLine, figure: 'paid', expected: 200, stored: 199 },
  ]);
  expect(await differencesWith(line, increment('commissionsCount', 1))).toEqual([
    beyond('commissionsCount', -1),
    { subject: ofLine, figure: 'commissionsCount', expected: 1, stored: 2 },
  ]);
  expect(await differencesWith(line, (item) => ({ ...item, amount: 'much' }))).toContainEqual({
    subject: ofLine,
    figure: 'unreadable',
    expected: 0,
    stored: 1,
  });
  expect(await differencesWith(payout, (item) => ({ ...item, status: 'ready' }))).toEqual(
    expect.arrayContaining([
      { subject: ofPaid, figure: 'paid', expected: 200, stored: 0 },
      { subject: ofLine, figure: 'inPayout', expected: 0, stored: 200 },
      { subject: `payouts of ${paying.id}`, figure: 'ready', expected: 2, stored: 1 },
      { subject: `payouts of ${paying.id}`, figure: 'paid', expected: 0, stored: 1 },
    ]),
  );
  const totals = keys.item(paying.id, 'payout', canceled.id);
  expect(await differencesWith(totals, increment('amount', 5))).toEqual([
    { ...beyond('amount', 5), subject: `payout ${canceled.id}` },
  ]);
  const [shard] = await queryPartition(counterPartition(paying.id, 'payouts'));
  const counts = { pk: String(shard?.pk), sk: String(shard?.sk) };
  expect(await differencesWith(counts, increment('canceled', 1))).toEqual([
    { subject: `payouts of ${paying.id}`, figure: 'canceled', expected: 1, stored: 2 },
  ]);
  const paidOut = (await queryPartition(collectionPartition(paying.id, 'commission'))).find(
    ({ payoutId }) => payoutId === paid.id,
  );
  const commission = keys.item(paying.id, 'commission', String(paidOut?.id));
  expect(await differencesWith(commission, (item) => ({ ...item, payoutId: ready.id }))).toEqual([
    { subject: `commission ${paidOut?.id}`, figure: `in ${paid.id}`, expected: 1, stored: 0 },
    { subject: `commission ${paidOut?.id}`, figure: `in ${ready.id}`, expected: 0, stored: 1 },
    { subject: `commission ${paidOut?.id}`, figure: 'misplaced', expected: 0, stored: 1 },
  ]);
});

test('`brand reconcile` prints the differences and exits with code 1', async () => {
  // The tests above have deleted and restored ledger entries, which the stream delivers as new ones.
  await rebuildFigures(brandId, now(), () => Promise.resolve());
  const correct = await operator(['brand', 'reconcile', brandId]);
  expect(correct).toMatchObject({ exitCode: 0, stderr: '' });
  expect(correct.stdout).toMatch(/^Acme: 0 differences\n {2}entries +\d+\n[\s\S]*\n\nNo differences\n$/);
  const key = item('campaign', campaign.id);
  const before = await getItem(key);
  await putItem({ Item: { ...before, totalRevenue: 7 } });
  const wrong = await operator(['brand', 'reconcile', brandId]);
  await putItem({ Item: before });
  expect([wrong.exitCode, wrong.stderr]).toEqual([1, '']);
  expect(wrong.stdout).toMatch(
    new RegExp(
      `SUBJECT +FIGURE +BY THE LEDGER +STORED\ncampaign ${campaign.id} +totalRevenue +${before?.totalRevenue} +7\n$`,
    ),
  );
  expect(await operator(['brand', 'reconcile', 'brd_01JD0000000000000000000000'])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'Brand not found\n',
  });
});

test('`brand reconcile` reports only real differences while orders and refunds are recorded', async () => {
  const { admin: token, brand: busy } = await createBrand();
  const seller = await invite(token);
  let isOver = false;
  let orders = 0;
  const recordOrders = async (name: number): Promise<void> => {
    for (let number = 0; !isOver; number += 1) {
      const body = { orderId: `${name}-${number}`, amount: 20, trackingCode: seller.trackingCode };
      const { json } = await send('POST', '/conversions', { token, body });
      if (number % 3 === 0) {
        await send('POST', `/conversions/${json.data.id}/refunds`, {
          token,
          body: { refundId: 'r', amount: 5 },
        });
      }
      orders += 1;
    }
  };
  const recording = Promise.all([1, 2, 3, 4].map(recordOrders));
  let moving = 0;
  try {
    for (let runs = 0; runs < sized(2, 8); runs += 1) {
      const reconciliation = await reconcileBrand(busy.id);
      expect(reconciliation.differences).toEqual([]);
      moving += reconciliation.moving;
    }
    await updateItem({
      Key: keys.item(busy.id, 'affiliate', seller.id),
      UpdateExpression: 'ADD totalRevenue :much',
      ExpressionAttributeValues: { ':much': 1_000_000 },
    });
    const found = (await reconcileBrand(busy.id)).differences;
    expect(found.map(({ subject, figure }) => [subject, figure])).toEqual([
      [`affiliate ${seller.id}`, 'totalRevenue'],
    ]);
  } finally {
    isOver = true;
    await recording;
  }
  expect([orders > 20, moving > 0]).toEqual([true, true]);
  const { differences, moving: left } = await reconcileBrand(busy.id);
  expect([differences.length, left]).toEqual([1, 0]);
});

test('`brand reconcile` reports no differences while payouts are created, paid and canceled', async () => {
  const { admin: token, brand: busy } = await createBrand();
  const sellers = await Promise.all([inviteActive(token), inviteActive(token), inviteActive(token)]);
  let isOver = false;
  let number = 0;
  const createPayouts = async (): Promise<void> => {
    for (let round = 0; !isOver; round += 1) {
      for (const { trackingCode } of sellers) {
        number += 1;
        const body = { orderId: `order-${number}`, amount: 20, trackingCode };
        const { json } = await send('POST', '/conversions', { token, body });
        await send('PATCH', `/commissions/${json.data.commissionId}/approve`, { token });
      }
      const { json } = await send('POST', '/payouts', { token, body: { minimum: 1 } });
      const body = round % 2 === 0 ? { status: 'canceled' } : { status: 'paid', reference: 'bank' };
      // No payout is created while the other worker’s payout is at work, or after it has claimed all commissions.
      if (json.data?.id !== undefined) await send('PATCH', `/payouts/${json.data.id}`, { token, body });
    }
  };
  const creating = Promise.all([createPayouts(), createPayouts()]);
  let moving = 0;
  try {
    for (let runs = 0; runs < sized(3, 12); runs += 1) {
      const reconciliation = await reconcileBrand(busy.id);
      expect(reconciliation.differences).toEqual([]);
      moving += reconciliation.moving;
    }
  } finally {
    isOver = true;
    await creating;
  }
  const { differences, moving: left, payoutsUnderWay, accounts } = await reconcileBrand(busy.id);
  expect([differences, left, payoutsUnderWay]).toEqual([[], 0, []]);
  expect([moving > 0, Number(accounts.paid) > 0]).toEqual([true, true]);
});
