// Tests the fraud rules about creators, which the stream evaluates after changes of creators and orders.
import { describe, expect, test } from 'vitest';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { accountPartition, mailboxPartition } from '#lib/foundation/table/keys/fraud-keys.ts';
import { noEvidence } from '#lib/money/fraud/rules/evidence.ts';
import { createDiscount, invite, inviteActive, patch } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import { commissionOf, read, recordOrder, sendOrders, unusedOrder } from '#test/support/orders.ts';
import { runWorker } from '#test/support/queue-workers.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

async function brandWith(fraudRules: object) {
  const { brand, admin } = await createBrand('scale');
  await patch(admin, '/brand', { fraudRules });
  const findings = async (query: Record<string, string> = {}): Promise<readonly Json[]> =>
    (await readPage(admin, '/fraud-findings', query)).items;
  return { brand, admin, findings };
}

const mailbox = (): string => `ada${unusedOrder().slice(6)}`;

const decide = (token: string, id: string, decision: string) =>
  send('POST', `/fraud-findings/${id}/decide`, { token, body: { decision } });

describe('PATCH /v1/brand (rules about creators)', () => {
  test('a rule about creators cannot reject, and gets the usual limits', async () => {
    const { admin } = await brandWith({});
    const body = { fraudRules: { velocity: { action: 'reject' } } };
    const refused = await send('PATCH', '/brand', { token: admin, body });
    expect([refused.status, refused.json.details]).toEqual([
      400,
      [
        {
          path: 'fraudRules.velocity.action',
          message: 'Must be `notify` or `hold`, because the rule is about a creator, not about one order',
        },
      ],
    ]);
    const action = { action: 'hold' };
    const rules = { velocity: action, couponLeak: action, refundRate: action, severalAccounts: action };
    expect((await patch(admin, '/brand', { fraudRules: rules })).fraudRules).toMatchObject({
      velocity: { action: 'hold', orders: 20 },
      couponLeak: { action: 'hold', orders: 20 },
      refundRate: { action: 'hold', percent: 30, orders: 10 },
      severalAccounts: action,
    });
  });
});

describe('the rule severalAccounts', () => {
  test('severalAccounts finds two creators of one mailbox once, also if they are invited at once and the work is repeated', async () => {
    const { brand, admin, findings } = await brandWith({ severalAccounts: { action: 'hold' } });
    const name = mailbox();
    const [one, other] = await Promise.all([
      invite(admin, { email: `${name}@gmail.com` }),
      invite(admin, { email: `${name.toUpperCase().split('').join('.')}+2@googlemail.com` }),
    ]);
    await invite(admin);
    await recordAllEvents();
    for (const { id } of [one, other, one]) await runWorker('payouts', { brandId: brand.id, id });
    const [older, newer] = [one.id, other.id].toSorted();
    expect(await findings()).toEqual([
      {
        id: expect.stringMatching(/^frd_/),
        ...{ type: 'creator', affiliateId: newer, orderId: null, conversionId: null, commissionId: null },
        hits: [
          {
            ...noEvidence,
            ...{ rule: 'severalAccounts', action: 'hold', match: 'severalAccounts', otherAffiliateId: older },
          },
        ],
        ...{ status: 'open', note: null, decidedBy: null, decidedAt: null },
        createdAt: expect.any(String),
      },
    ]);
  });

  test.each(['dismiss', 'confirm'])(
    'holds the further commissions of the newer creator until somebody decides with %s',
    async (decision) => {
      const { admin, findings } = await brandWith({ severalAccounts: { action: 'hold' } });
      const name = mailbox();
      const older = await inviteActive(admin, { email: `${name}@gmail.com` });
      const newer = await inviteActive(admin, { email: `${name}+2@gmail.com` });
      const holdOf = async ({ trackingCode }: Json) =>
        (await commissionOf(admin, await recordOrder(admin, { trackingCode }))).hold?.reason;
      expect(await holdOf(newer)).toBeUndefined();
      await recordAllEvents();
      expect(await holdOf(newer)).toBe('fraudRule');
      expect(await holdOf(older)).toBeUndefined();
      const [finding] = await findings();
      expect((await decide(admin, finding.id, decision)).status).toBe(200);
      expect(await holdOf(newer)).toBeUndefined();
      await recordAllEvents();
      expect(await findings()).toHaveLength(1);
      expect(await findings({ status: 'open' })).toEqual([]);
    },
  );

  test('a dismissal releases the held commissions, and approves those whose hold period is over, while a confirmation keeps them held', async () => {
    const { admin, findings } = await brandWith({ severalAccounts: { action: 'hold' } });
    const holdOf = async (order: Json) => {
      const { status, hold } = await commissionOf(admin, order);
      return [status, hold?.reason];
    };
    const heldOrders = async () => {
      const name = mailbox();
      await inviteActive(admin, { email: `${name}@gmail.com` });
      const { trackingCode } = await inviteActive(admin, { email: `${name}+2@gmail.com` });
      await recordAllEvents();
      const order = await recordOrder(admin, { trackingCode });
      await patch(admin, '/brand', { holdDays: 0 });
      const due = await recordOrder(admin, { trackingCode });
      await patch(admin, '/brand', { holdDays: 30 });
      const [finding] = await findings({ status: 'open' });
      return { order, due, finding };
    };
    const held = ['pending', 'fraudRule'];
    const confirmed = await heldOrders();
    await decide(admin, confirmed.finding?.id, 'confirm');
    const dismissed = await heldOrders();
    await decide(admin, dismissed.finding?.id, 'dismiss');
    await recordAllEvents();
    expect([await holdOf(dismissed.order), await holdOf(dismissed.due)]).toEqual([
      ['pending', undefined],
      ['approved', undefined],
    ]);
    expect([await holdOf(confirmed.order), await holdOf(confirmed.due)]).toEqual([held, held]);
  });

  test('a dismissal releases neither a commission of another finding nor one whose own finding is open', async () => {
    const action = 'hold';
    const { admin, findings } = await brandWith({ severalAccounts: { action }, selfReferral: { action } });
    const name = mailbox();
    for (const tag of ['', '+2']) await inviteActive(admin, { email: `${name}${tag}@gmail.com` });
    const externalId = unusedOrder();
    const { id, trackingCode } = await inviteActive(admin, { email: `${name}+3@gmail.com`, externalId });
    await recordAllEvents();
    const other = await recordOrder(admin, { trackingCode });
    const own = await recordOrder(admin, { trackingCode, customerId: externalId });
    const holds = async () => [
      (await commissionOf(admin, other)).hold?.reason,
      (await commissionOf(admin, own)).hold?.reason,
    ];
    const open = await findings({ affiliateId: id, status: 'open' });
    const [first, second] = open.filter(({ type }) => type === 'creator');
    await decide(admin, first?.id, 'dismiss');
    await recordAllEvents();
    expect(await holds()).toEqual(['fraudRule', 'fraudRule']);
    await decide(admin, second?.id, 'dismiss');
    await recordAllEvents();
    expect(await holds()).toEqual([undefined, 'fraudRule']);
    await decide(admin, open.find(({ type }) => type === 'order')?.id, 'dismiss');
    expect(await holds()).toEqual([undefined, undefined]);
  });

  test('severalAccounts only notifies if the action is notify, and does nothing while the rule is off', async () => {
    const { admin, findings } = await brandWith({ severalAccounts: { action: 'notify' } });
    const quiet = await brandWith({});
    const name = mailbox();
    for (const token of [admin, quiet.admin])
      for (const tag of ['', '+2']) await invite(token, { email: `${name}${tag}@gmail.com` });
    await recordAllEvents();
    const [finding] = await findings();
    expect(finding?.hits[0].action).toBe('notify');
    const { trackingCode } = await patch(admin, `/affiliates/${finding?.affiliateId}`, { status: 'active' });
    const order = await recordOrder(admin, { trackingCode });
    expect((await commissionOf(admin, order)).hold).toBeNull();
    expect(await quiet.findings()).toEqual([]);
    await patch(quiet.admin, '/brand', { fraudRules: { severalAccounts: { action: 'notify' } } });
    const [affiliate] = (await readPage(quiet.admin, '/affiliates')).items;
    await patch(quiet.admin, `/affiliates/${affiliate?.id}`, { status: 'active' });
    await recordAllEvents();
    expect(await quiet.findings()).toHaveLength(1);
  });

  test('an erasure removes the hash of the mailbox', async () => {
    const { brand, admin } = await brandWith({});
    const name = mailbox();
    const { id } = await invite(admin, { email: `${name}@gmail.com` });
    const stored = async () =>
      (await allItems()).filter(
        ({ pk, sk }) => String(pk).startsWith(mailboxPartition(brand.id, '')) && sk === id,
      );
    const [before] = await stored();
    await send('DELETE', `/affiliates/${id}/personal-data`, { token: admin });
    await recordAllEvents();
    expect(await queryPartition(String(before?.pk))).toEqual([]);
    expect(await stored()).toHaveLength(1);
  });
});

describe('the rule paymentDetails', () => {
  const sepa = (iban: string, name = 'Ada') => ({ type: 'sepa', iban, name });
  const put = async (token: string, id: string, body: object) =>
    expect((await send('PUT', `/affiliates/${id}/payout-details`, { token, body })).status).toBe(200);

  test('paymentDetails finds creators with one account, however it is written, and none after a change and an erasure', async () => {
    const { brand, admin, findings } = await brandWith({ paymentDetails: { action: 'notify' } });
    const [one, other, third] = [
      await inviteActive(admin),
      await inviteActive(admin),
      await inviteActive(admin),
    ];
    const iban = 'DE89370400440532013000';
    await put(admin, one.id, sepa(iban));
    await put(admin, third.id, { type: 'paypal', email: 'ada.l@gmail.com' });
    await recordAllEvents();
    expect(await findings()).toEqual([]);
    await put(admin, other.id, sepa('DE89 3704 0044 0532 0130 00', 'Somebody'));
    await recordAllEvents();
    const found = await findings();
    expect(
      found.map(({ affiliateId, hits }) => [affiliateId, hits[0].rule, hits[0].otherAffiliateId]),
    ).toEqual([[other.id, 'paymentDetails', one.id]]);
    await put(admin, other.id, { type: 'paypal', email: 'adal+x@googlemail.com' });
    await recordAllEvents();
    expect((await findings()).map(({ affiliateId }) => affiliateId)).toEqual([third.id, other.id]);
    const accounts = async () =>
      (await allItems()).filter(({ pk }) => String(pk).startsWith(accountPartition(brand.id, '')));
    expect((await accounts()).map(({ sk }) => sk).toSorted()).toEqual([one.id, other.id, third.id]);
    expect(JSON.stringify(await accounts())).not.toContain(iban);
    await send('DELETE', `/affiliates/${one.id}/personal-data`, { token: admin });
    await send('DELETE', `/affiliates/${other.id}/payout-details`, { token: admin });
    await recordAllEvents();
    expect((await accounts()).map(({ sk }) => sk)).toEqual([third.id]);
  });
});

describe('the rules that count orders', () => {
  test('velocity finds many orders within one hour once, also in bulk, and holds the next ones', async () => {
    const { admin, findings } = await brandWith({ velocity: { action: 'hold', orders: 3 } });
    const { id, trackingCode } = await inviteActive(admin);
    const order = () => ({ orderId: unusedOrder(), amount: 10, trackingCode });
    await sendOrders(admin, [order(), order()]);
    await recordAllEvents();
    expect(await findings()).toEqual([]);
    await sendOrders(admin, [order(), order(), order()]);
    await recordAllEvents();
    const found = await findings();
    expect(found).toMatchObject([
      { affiliateId: id, hits: [{ ...noEvidence, rule: 'velocity', match: 'velocity', count: 3 }] },
    ]);
    const next = await recordOrder(admin, { trackingCode });
    expect((await commissionOf(admin, next)).hold.reason).toBe('fraudRule');
    await recordAllEvents();
    expect(await findings()).toHaveLength(1);
  });

  test('velocity leaves out orders in different hours, tests, and those that a decided finding has counted', async () => {
    const clock = fakeClock();
    const { brand, admin, findings } = await brandWith({ velocity: { action: 'notify', orders: 2 } });
    const { trackingCode } = await inviteActive(admin);
    await recordOrder(admin, { trackingCode });
    await recordOrder(admin, { trackingCode, isTest: true });
    clock.advance(3700);
    const { token } = await newToken(brand.id, 'admin');
    await recordOrder(token, { trackingCode });
    await recordAllEvents();
    expect((await readPage(token, '/fraud-findings')).items).toEqual([]);
    await recordOrder(token, { trackingCode });
    await recordAllEvents();
    const [finding] = (await readPage(token, '/fraud-findings')).items;
    expect((await decide(token, finding?.id, 'dismiss')).status).toBe(200);
    clock.advance(60);
    await recordOrder(token, { trackingCode });
    await recordAllEvents();
    expect((await readPage(token, '/fraud-findings')).items).toHaveLength(1);
    expect(findings).toBeDefined();
  });

  test('couponLeak finds a code of many customers without a click, holds only its orders, and counts no customer twice', async () => {
    const { admin, findings } = await brandWith({ couponLeak: { action: 'hold', orders: 3 } });
    const { id, trackingCode } = await inviteActive(admin);
    const [leaked, own] = [await createDiscount(admin, id), await createDiscount(admin, id)];
    const { clickId } = (await send('POST', `/tracking/ref/${trackingCode}`, { token: admin })).json.data;
    const use = (customerId: string, body: object = {}) =>
      recordOrder(admin, { customerId, discountCode: leaked.code, ...body });
    for (const customer of ['one', 'one', 'two']) await use(customer);
    await use('three', { clickId });
    await use('four', { discountCode: own.code });
    await recordAllEvents();
    expect(await findings()).toEqual([]);
    await use('five');
    await recordAllEvents();
    expect(await findings()).toMatchObject([
      { affiliateId: id, hits: [{ ...noEvidence, rule: 'couponLeak', discountId: leaked.id, count: 3 }] },
    ]);
    expect((await commissionOf(admin, await use('six'))).hold.reason).toBe('fraudRule');
    const other = await use('seven', { discountCode: own.code });
    expect((await commissionOf(admin, other)).hold).toBeNull();
  });

  test('refundRate finds a creator when refunds reach the percentage of enough orders, once', async () => {
    const { admin, findings } = await brandWith({ refundRate: { action: 'hold', percent: 50, orders: 4 } });
    const { id, trackingCode } = await inviteActive(admin);
    const orders = [];
    for (let index = 0; index < 3; index += 1) orders.push(await recordOrder(admin, { trackingCode }));
    const refund = (order: Json, amount: number) =>
      send('POST', `/conversions/${order.id}/refunds`, {
        token: admin,
        body: { refundId: unusedOrder(), amount },
      });
    for (const order of orders.slice(0, 2)) expect((await refund(order, 5)).status).toBe(201);
    await recordAllEvents();
    expect(await findings()).toEqual([]);
    await recordOrder(admin, { trackingCode });
    await recordAllEvents();
    expect(await findings()).toMatchObject([
      { affiliateId: id, hits: [{ ...noEvidence, rule: 'refundRate', count: 2, total: 4 }] },
    ]);
    const [finding] = await findings();
    await decide(admin, finding?.id, 'dismiss');
    await refund(orders[2] ?? {}, 5);
    await recordAllEvents();
    expect(await findings()).toHaveLength(1);
    expect(await read(admin, `/fraud-findings/${finding?.id}`)).toMatchObject({ status: 'dismissed' });
  });
});
