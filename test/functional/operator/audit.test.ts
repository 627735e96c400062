// A brand's figures against its ledger: none differs, whatever has happened; and each one that is falsified is found.
import { expect, test } from 'vitest';
import { auditBrand } from '#lib/audit/store/audit.ts';
import { queryPartition, getItem, putItem, updateItem } from '#lib/table/client.ts';
import { type Item } from '#lib/table/keys/item.ts';
import { collectionOf, countersOf, keys } from '#lib/table/keys/keys.ts';
import { type Key } from '#lib/table/keys/item.ts';
import { ledgerOf, ledgerSpreads, refundsOf } from '#lib/table/keys/money-keys.ts';
import { transact } from '#lib/table/transact.ts';
import { createCampaign, createDiscount, invite } from '#test/support/creations.ts';
import type { Json } from '#test/support/json.ts';
import { operator, operatorJson } from '#test/support/operator.ts';
import { createBrand, send } from '#test/support/service.ts';

const { admin, brand } = await createBrand();
const { id: brandId } = brand;

const post = async (path: string, body: unknown): Promise<Json> => {
  const { status, json, text } = await send('POST', path, { token: admin, body });
  expect(status, text).toBeLessThan(300);
  return json.data;
};

/** A brand to which everything has happened that can. */
async function live() {
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
  // Its sums go with it; the orders that it led to stay.
  const deleted = await createDiscount(admin, other.id);
  await order({ discountCode: deleted.code });
  await send('DELETE', `/discounts/${deleted.id}`, { token: admin });
  return { creator, other, campaign, discount, pending, approved, rejected, reversed, reduced };
}

const made = await live();
const entriesOf = async (matches: (entry: Item) => boolean): Promise<readonly Item[]> =>
  (await Promise.all(ledgerSpreads.map((spread) => queryPartition(ledgerOf(brandId, spread))))).flat().filter(matches);

test('of a brand to which everything has happened nothing differs', async () => {
  const audit = await auditBrand(brandId);
  expect(audit).toMatchObject({ differences: [], moving: 0, payoutsUnderWay: [] });
  expect(audit.entries).toBe((await entriesOf(() => true)).length);
  // 9 orders of 49.90, 64.80 refunded; pending: 4.99 twice, 4.99 held and 3.50 of what was reduced.
  expect(audit.accounts).toEqual({
    customers: -38_430,
    sales: 38_430,
    commissions: -2346,
    pending: 1847,
    approved: 499,
  });
  expect(await operatorJson('brand', 'audit', brandId)).toEqual({
    brandId,
    currency: 'USD',
    ...JSON.parse(JSON.stringify(audit)),
  });
});

test('a brand is audited in several passes where it is large, with the same result', async () => {
  const [whole, inShares] = [await auditBrand(brandId), await auditBrand(brandId, 2)];
  const sums = 2 + 2 * 3 + 1 + 1;
  expect(inShares).toEqual(whole);
  expect(whole.compared).toBeGreaterThan(sums);
});

/** Changes an item behind the service's back, and puts it back afterwards. */
async function audited(key: Key, falsify: (item: Item) => Item | undefined) {
  const before = await getItem(key);
  expect(before, `${key.pk} ${key.sk}`).toBeDefined();
  const after = falsify({ ...before });
  if (after === undefined) await transact([{ kind: 'delete', key }]);
  else await putItem({ Item: { ...key, ...after } });
  try {
    return (await auditBrand(brandId)).differences;
  } finally {
    await putItem({ Item: { ...key, ...before } });
  }
}

const item = (collection: Parameters<typeof keys.item>[1], id: string) => keys.item(brandId, collection, id);
const plus = (field: string, by: number) => (found: Item) => ({
  ...found,
  [field]: Number(found[field] ?? 0) + by,
});
const gone = () => undefined;
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
  what: string,
  key: () => Key | Promise<Key>,
  falsify: (item: Item) => Item | undefined,
  found: readonly (readonly [subject: string, figure: string])[],
];

const { creator, campaign, discount, pending, approved, rejected, reduced, reversed } = made;
const affiliate = `affiliate ${creator.id}`;

const cases: readonly Case[] = [
  [
    'a creator’s totalRevenue',
    () => item('affiliate', creator.id),
    plus('totalRevenue', 1),
    [[affiliate, 'totalRevenue']],
  ],
  [
    'a creator’s totalOrders',
    () => item('affiliate', creator.id),
    plus('totalOrders', -1),
    [[affiliate, 'totalOrders']],
  ],
  [
    'a creator’s commissionEarned',
    () => item('affiliate', creator.id),
    plus('commissionEarned', 1),
    [[affiliate, 'commissionEarned']],
  ],
  [
    'a campaign’s totalRevenue',
    () => item('campaign', campaign.id),
    plus('totalRevenue', -1),
    [[`campaign ${campaign.id}`, 'totalRevenue']],
  ],
  [
    'a code’s usageCount',
    () => item('discount', discount.id),
    plus('usageCount', 1),
    [[`discount ${discount.id}`, 'usageCount']],
  ],
  [
    'a code’s totalRevenue',
    () => item('discount', discount.id),
    plus('totalRevenue', 1),
    [[`discount ${discount.id}`, 'totalRevenue']],
  ],
  [
    'a brand’s count of conversions',
    () => firstIn(countersOf(brandId, 'conversions')),
    plus('total', 1),
    [[`conversions of ${brandId}`, 'total']],
  ],
  [
    'a brand’s count of commissions by status',
    () => firstIn(countersOf(brandId, 'commissions')),
    (found) => ({ ...found, pending: Number(found.pending ?? 0) - 1 }),
    [[`commissions of ${brandId}`, 'pending']],
  ],
  [
    'a creator’s count of conversions',
    () => firstIn(countersOf(`${brandId}#${creator.id}`, 'affiliateConversions')),
    plus('total', 1),
    [[`conversions of ${creator.id}`, 'total']],
  ],
  [
    'a creator’s count of commissions',
    () => firstIn(countersOf(`${brandId}#${creator.id}`, 'affiliateCommissions')),
    plus('total', 1),
    [[`commissions of ${creator.id}`, 'total']],
  ],
  [
    'a conversion’s amount',
    () => item('conversion', pending.id),
    plus('amount', 1),
    [[`conversion ${pending.id}`, 'amount']],
  ],
  [
    'a conversion’s refundedAmount',
    () => item('conversion', reduced.id),
    plus('refundedAmount', 1),
    [[`conversion ${reduced.id}`, 'refundedAmount']],
  ],
  [
    'a conversion’s creator',
    () => item('conversion', pending.id),
    (found) => ({ ...found, affiliateId: made.other.id }),
    [
      [`conversion ${pending.id}`, `of ${creator.id}`],
      [`conversion ${pending.id}`, `of ${made.other.id}`],
      [`conversion ${pending.id}`, 'misplaced'],
    ],
  ],
  [
    'a conversion’s place in a list',
    () => item('conversion', pending.id),
    ({ byAffiliate: _, ...found }) => found,
    [[`conversion ${pending.id}`, 'misplaced']],
  ],
  [
    'a refund’s amount',
    () => firstIn(refundsOf(brandId, reduced.id)),
    plus('amount', 1),
    [[`refunds of ${reduced.id}`, 'amount']],
  ],
  [
    'a refund that cannot be read',
    () => firstIn(refundsOf(brandId, reversed.id)),
    (found) => ({ ...found, amount: String(found.amount) }),
    [
      [`refunds of ${reversed.id}`, 'unreadable'],
      [`refunds of ${reversed.id}`, 'amount'],
    ],
  ],
  [
    'an order’s own id that cannot be read',
    () => keys.order(brandId, 'order-1'),
    ({ fingerprint: _, ...found }) => found,
    [[`order of ${pending.id}`, 'unreadable']],
  ],
  [
    'a refund that is gone',
    () => firstIn(refundsOf(brandId, reversed.id)),
    gone,
    [
      [`refunds of ${reversed.id}`, 'items'],
      [`refunds of ${reversed.id}`, 'amount'],
    ],
  ],
  [
    'a commission’s amount',
    () => item('commission', pending.commissionId),
    plus('amount', 1),
    [[`commission ${pending.commissionId}`, 'pending']],
  ],
  [
    'the amount of a rejected commission',
    () => item('commission', rejected.commissionId),
    plus('amount', 1),
    [[`commission ${rejected.commissionId}`, 'lost']],
  ],
  [
    'a commission’s place in a list',
    () => item('commission', pending.commissionId),
    (found) => ({ ...found, byStatus: `${found.byStatus}x` }),
    [[`commission ${pending.commissionId}`, 'misplaced']],
  ],
  [
    'a commission’s payout',
    () => item('commission', approved.commissionId),
    (found) => ({ ...found, payoutId: 'pay_01JD0000000000000000000000' }),
    [
      [`commission ${approved.commissionId}`, 'approved'],
      [`commission ${approved.commissionId}`, 'inPayout'],
    ],
  ],
  [
    'a commission that cannot be read',
    () => item('commission', approved.commissionId),
    (found) => ({ ...found, amount: 'much' }),
    [[`commission ${approved.commissionId}`, 'unreadable']],
  ],
  [
    'an order’s own id that is free again',
    () => keys.order(brandId, 'order-1'),
    gone,
    [[`order of ${pending.id}`, 'items']],
  ],
];

test.each(cases)('finds %s', async (_, key, falsify, found) => {
  const differences = await audited(await key(), falsify);
  const named = differences.map(({ subject, figure }) => [subject, figure]);
  for (const one of found) expect(named).toContainEqual(one);
  for (const [subject] of named) expect(found.map(([name]) => name)).toContain(subject);
  expect((await auditBrand(brandId)).differences).toEqual([]);
});

test('finds a commission whose status was changed without an entry', async () => {
  const { commissionId } = pending;
  const differences = await audited(item('commission', commissionId), (found) => ({
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

test('finds a conversion and a commission that are gone from their lists', async () => {
  const lost = await audited(item('conversion', pending.id), gone);
  expect(new Set(lost.map(({ subject }) => subject))).toEqual(new Set([`conversion ${pending.id}`]));
  expect(lost).toContainEqual({
    subject: `conversion ${pending.id}`,
    figure: 'amount',
    expected: 4990,
    stored: 0,
  });
  const unpaid = await audited(item('commission', approved.commissionId), gone);
  expect(unpaid).toContainEqual({
    subject: `commission ${approved.commissionId}`,
    figure: 'approved',
    expected: 499,
    stored: 0,
  });
});

test('finds an entry that is gone, by all that it moved', async () => {
  const differences = await audited(await entryKey(ofConversion(pending.id, 'order')), gone);
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

test('finds an entry that does not balance, and one that is none', async () => {
  const key = await entryKey(ofConversion(pending.id, 'commission'));
  const crooked = await audited(key, (found) => ({
    ...found,
    postings: [
      { account: 'commissions', amount: 499 },
      { account: 'pending', amount: -498 },
    ],
  }));
  expect(crooked).toContainEqual({
    subject: `entry ${key.sk}`,
    figure: 'unbalanced',
    expected: 1,
    stored: 0,
  });
  expect(crooked).toContainEqual({
    subject: affiliate,
    figure: 'commissionEarned',
    expected: expect.any(Number),
    stored: expect.any(Number),
  });
  const broken = await audited(key, (found) => ({ ...found, postings: 'none' }));
  expect(broken).toContainEqual({ subject: `entry ${key.sk}`, figure: 'unreadable', expected: 1, stored: 0 });
});

test('sums that are spread over cells count as one, and a falsified cell is found', async () => {
  const thing = item('affiliate', creator.id);
  const before = await getItem(thing);
  const cell = keys.totalsCell(thing, 3);
  await putItem({ Item: { ...cell, totalRevenue: 1000, totalOrders: 0, commissionEarned: 0 } });
  await updateItem({
    Key: thing,
    UpdateExpression: 'SET sumsAreSpread = :yes ADD totalRevenue :less',
    ExpressionAttributeValues: { ':yes': true, ':less': -1000 },
  });
  expect((await auditBrand(brandId)).differences).toEqual([]);
  expect(await audited(cell, plus('totalRevenue', 1))).toEqual([
    {
      subject: affiliate,
      figure: 'totalRevenue',
      expected: Number(before?.totalRevenue),
      stored: Number(before?.totalRevenue) + 1,
    },
  ]);
});

test('payouts and their lines are held against their entries, whatever has become of them', async () => {
  const { admin: token, brand: paying } = await createBrand();
  const sellers = await Promise.all([invite(token), invite(token)]);
  const ask = async (method: string, path: string, body?: object): Promise<Json> => {
    const { status, json, text } = await send(method, path, { token, body });
    expect(status, text).toBeLessThan(300);
    return json.data;
  };
  let number = 0;
  const sell = async () => {
    for (const { trackingCode } of sellers) {
      number += 1;
      const body = { orderId: `order-${number}`, amount: 10 * number, trackingCode };
      const { commissionId } = await ask('POST', '/conversions', body);
      await ask('PATCH', `/commissions/${commissionId}/approve`);
    }
  };
  await sell();
  const paid = await ask('POST', '/payouts', { minimum: 1.5 });
  await ask('PATCH', `/payouts/${paid.id}`, { status: 'paid', reference: 'bank' });
  await sell();
  const canceled = await ask('POST', '/payouts', {});
  await ask('PATCH', `/payouts/${canceled.id}`, { status: 'canceled' });
  const ready = await ask('POST', '/payouts', { minimum: 4 });
  const statuses = await Promise.all(
    [paid, canceled, ready].map(async ({ id }) => (await ask('GET', `/payouts/${id}`)).status),
  );
  expect(statuses).toEqual(['paid', 'canceled', 'ready']);
  const audit = await auditBrand(paying.id);
  expect(audit).toMatchObject({ differences: [], payoutsUnderWay: [] });
  expect(audit.accounts).toMatchObject({ paid: 200, approved: 0, inPayout: 800 });

  const differencesWith = async (key: Key, falsify: (item: Item) => Item) => {
    const before = await getItem(key);
    expect(before).toBeDefined();
    await putItem({ Item: falsify({ ...before }) });
    const { differences } = await auditBrand(paying.id);
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
  expect(await differencesWith(payout, plus('amount', 1))).toEqual([
    { subject: ofPaid, figure: 'paid', expected: 200, stored: 201 },
    beyond('amount', 1),
  ]);
  expect(await differencesWith(payout, plus('commissionsCount', -1))).toEqual([
    { subject: ofPaid, figure: 'commissionsCount', expected: 1, stored: 0 },
    beyond('commissionsCount', -1),
  ]);
  expect(await differencesWith(payout, plus('affiliatesCount', 1))).toEqual([beyond('affiliatesCount', 1)]);
  expect(await differencesWith(line, plus('amount', -1))).toEqual([
    beyond('amount', 1),
    { subject: ofLine, figure: 'paid', expected: 200, stored: 199 },
  ]);
  expect(await differencesWith(line, plus('commissionsCount', 1))).toEqual([
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
  expect(await differencesWith(totals, plus('amount', 5))).toEqual([
    { ...beyond('amount', 5), subject: `payout ${canceled.id}` },
  ]);
  const [shard] = await queryPartition(countersOf(paying.id, 'payouts'));
  const counts = { pk: String(shard?.pk), sk: String(shard?.sk) };
  expect(await differencesWith(counts, plus('canceled', 1))).toEqual([
    { subject: `payouts of ${paying.id}`, figure: 'canceled', expected: 1, stored: 2 },
  ]);
  const paidOut = (await queryPartition(collectionOf(paying.id, 'commission'))).find(
    ({ payoutId }) => payoutId === paid.id,
  );
  const commission = keys.item(paying.id, 'commission', String(paidOut?.id));
  expect(await differencesWith(commission, (item) => ({ ...item, payoutId: ready.id }))).toEqual([
    { subject: `commission ${paidOut?.id}`, figure: `in ${paid.id}`, expected: 1, stored: 0 },
    { subject: `commission ${paidOut?.id}`, figure: `in ${ready.id}`, expected: 0, stored: 1 },
  ]);
});

test('the command tells by a table and its exit code', async () => {
  const right = await operator(['brand', 'audit', brandId]);
  expect(right).toMatchObject({ exitCode: 0, stderr: '' });
  expect(right.stdout).toMatch(/^Acme: 0 differences\n {2}entries +\d+\n[\s\S]*\n\nNo difference\n$/);
  const key = item('campaign', campaign.id);
  const before = await getItem(key);
  await putItem({ Item: { ...before, totalRevenue: 7 } });
  const wrong = await operator(['brand', 'audit', brandId]);
  await putItem({ Item: before });
  expect([wrong.exitCode, wrong.stderr]).toEqual([1, '']);
  expect(wrong.stdout).toMatch(
    new RegExp(
      `WHAT +FIGURE +BY THE LEDGER +STORED\ncampaign ${campaign.id} +totalRevenue +${before?.totalRevenue} +7\n$`,
    ),
  );
  expect(await operator(['brand', 'audit', 'brd_01JD0000000000000000000000'])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'Brand not found\n',
  });
});

test('while orders and refunds go on, it reports nothing that is right, and still what is wrong', async () => {
  const { admin: token, brand: busy } = await createBrand();
  const seller = await invite(token);
  let isOver = false;
  let orders = 0;
  const shop = async (name: number): Promise<void> => {
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
  const shops = Promise.all([1, 2, 3, 4].map(shop));
  let moving = 0;
  try {
    for (let audits = 0; audits < 8; audits += 1) {
      const audit = await auditBrand(busy.id);
      expect(audit.differences).toEqual([]);
      moving += audit.moving;
    }
    await updateItem({
      Key: keys.item(busy.id, 'affiliate', seller.id),
      UpdateExpression: 'ADD totalRevenue :much',
      ExpressionAttributeValues: { ':much': 1_000_000 },
    });
    const found = (await auditBrand(busy.id)).differences;
    expect(found.map(({ subject, figure }) => [subject, figure])).toEqual([
      [`affiliate ${seller.id}`, 'totalRevenue'],
    ]);
  } finally {
    isOver = true;
    await shops;
  }
  expect([orders > 20, moving > 0]).toEqual([true, true]);
  const { differences, moving: left } = await auditBrand(busy.id);
  expect([differences.length, left]).toEqual([1, 0]);
});

test('while payouts are put together, paid and canceled, it reports nothing that is right', async () => {
  const { admin: token, brand: busy } = await createBrand();
  const sellers = await Promise.all([invite(token), invite(token), invite(token)]);
  let isOver = false;
  let number = 0;
  const work = async (): Promise<void> => {
    for (let round = 0; !isOver; round += 1) {
      for (const { trackingCode } of sellers) {
        number += 1;
        const body = { orderId: `order-${number}`, amount: 20, trackingCode };
        const { json } = await send('POST', '/conversions', { token, body });
        await send('PATCH', `/commissions/${json.data.commissionId}/approve`, { token });
      }
      const { json } = await send('POST', '/payouts', { token, body: { minimum: 1 } });
      const body = round % 2 === 0 ? { status: 'canceled' } : { status: 'paid', reference: 'bank' };
      await send('PATCH', `/payouts/${json.data.id}`, { token, body });
    }
  };
  const works = Promise.all([work(), work()]);
  let moving = 0;
  try {
    for (let audits = 0; audits < 12; audits += 1) {
      const audit = await auditBrand(busy.id);
      expect(audit.differences).toEqual([]);
      moving += audit.moving;
    }
  } finally {
    isOver = true;
    await works;
  }
  const { differences, moving: left, payoutsUnderWay, accounts } = await auditBrand(busy.id);
  expect([differences, left, payoutsUnderWay]).toEqual([[], 0, []]);
  expect([moving > 0, Number(accounts.paid) > 0]).toEqual([true, true]);
});
