import { describe, expect, test, vi } from 'vitest';
import { createAccount, tokenOf } from '#test/support/accounts.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { createCampaign, createDiscount, invite, unusedCode } from '#test/support/creations.ts';
import { conflictOn, faults, healBetweenTests } from '#test/support/faulty-engine.ts';
import {
  read,
  recordOrder,
  refund,
  sendOrder,
  sendOrders,
  sendRefund,
  sumsOf,
  unusedOrder,
} from '#test/support/orders.ts';
import { type Answer, createBrand, newToken, send } from '#test/support/service.ts';
import { aggregate, aggregateNewClicks, newChanges } from '#test/support/stream.ts';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine(),
);

healBetweenTests(engine);

/** Loses the responses of the next transactions after the table has committed them. */
const loseTransactions = (times: number) =>
  engine.fail(faults.lost, { operation: 'TransactWriteItems', times });

const transactions = () => engine.callsOf('TransactWriteItems').map(({ body }) => JSON.parse(body));

const statistics = async (token: string) => (await send('GET', '/tracking/clicks', { token })).json.data;

describe('the service with a table that loses responses', () => {
  test.each([1, 3])(
    'creates and counts a creator once when %i responses to the invitation are lost',
    async (lost) => {
      const { admin } = await createBrand();
      const { id: campaignId } = await createCampaign(admin);
      engine.heal();
      loseTransactions(lost);
      const { id } = await invite(admin, { campaignIds: [campaignId] });
      expect(transactions()).toHaveLength(lost + 1);
      expect(new Set(transactions().map(({ ClientRequestToken }) => ClientRequestToken)).size).toBe(1);
      const list = await send('GET', '/affiliates', { token: admin });
      expect([list.json.meta.total, list.json.data.map((creator: { id: string }) => creator.id)]).toEqual([
        1,
        [id],
      ]);
      const usage = await send('GET', '/billing/usage', { token: admin });
      expect(usage.json.data.creators.used).toBe(1);
      const campaign = await send('GET', `/campaigns/${campaignId}`, { token: admin });
      expect(campaign.json.data.creatorsCount).toBe(1);
    },
  );

  test('sends different requests to the table with different transaction tokens', async () => {
    const { admin } = await createBrand();
    engine.heal();
    await createCampaign(admin);
    await createCampaign(admin);
    expect(new Set(transactions().map(({ ClientRequestToken }) => ClientRequestToken)).size).toBe(2);
  });

  test('executes each update, addition and deletion once when its first response is lost', async () => {
    const { admin } = await createBrand();
    const { id: campaignId } = await createCampaign(admin);
    const { id } = await invite(admin);
    const { id: discountId } = await createDiscount(admin, id);
    const once = async (method: string, path: string, body?: object) => {
      loseTransactions(1);
      const { status, text } = await send(method, path, { token: admin, body });
      expect([200, 204], `${method} ${path} ${text}`).toContain(status);
    };
    const member = `/campaigns/${campaignId}/affiliates/${id}`;
    const creatorsCount = async () =>
      (await send('GET', `/campaigns/${campaignId}`, { token: admin })).json.data.creatorsCount;
    await once('PUT', member);
    expect(await creatorsCount()).toBe(1);
    await once('DELETE', member);
    expect(await creatorsCount()).toBe(0);
    await once('PATCH', `/affiliates/${id}`, { status: 'banned' });
    await once('DELETE', `/discounts/${discountId}`);
    await once('DELETE', `/campaigns/${campaignId}`);
    const usage = await send('GET', '/billing/usage', { token: admin });
    expect([usage.json.data.creators.used, usage.json.data.campaigns.used]).toEqual([0, 0]);
    for (const path of ['/discounts', '/campaigns']) {
      expect((await send('GET', path, { token: admin })).json).toEqual({
        data: [],
        meta: { total: 0, cursor: null, totalIsExact: true },
      });
    }
  });

  test('creates and counts 60 discount codes once when the first responses are lost', async () => {
    const { admin } = await createBrand();
    const { id: affiliateId } = await invite(admin);
    const discounts = Array.from({ length: 60 }, () => ({
      code: unusedCode(),
      type: 'percentage',
      value: 5,
      affiliateId,
    }));
    loseTransactions(4);
    const answer = await send('POST', '/discounts/bulk', { token: admin, body: { discounts } });
    expect(answer.json.meta).toEqual({ total: 60, created: 60, failed: 0, cursor: null });
    expect((await send('GET', '/discounts', { token: admin })).json.meta.total).toBe(60);
  });

  test('POST /v1/auth/refresh returns a valid token when its first response is lost', async () => {
    const { brand } = await createBrand();
    const { token } = await newToken(brand.id, 'admin');
    loseTransactions(1);
    const answer = await send('POST', '/auth/refresh', { token });
    expect(answer.status).toBe(200);
    expect((await send('GET', '/billing', { token: answer.json.data.accessToken })).status).toBe(200);
    expect((await send('GET', '/billing', { token })).status).toBe(401);
  });

  test('POST /v1/auth/brand/login returns a valid token when its first response is lost', async () => {
    const account = await createAccount();
    loseTransactions(1);
    const token = await tokenOf(account);
    expect((await send('GET', '/billing', { token })).status).toBe(200);
  });

  test('returns 503 but creates one campaign when all responses are lost', async () => {
    const { admin } = await createBrand();
    engine.heal();
    loseTransactions(Number.POSITIVE_INFINITY);
    const answer = await send('POST', '/campaigns', { token: admin, body: { name: 'Spring' } });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    engine.heal();
    const { json } = await send('GET', '/campaigns', { token: admin });
    expect([json.meta.total, json.data.length]).toEqual([1, 1]);
  });

  test('records and counts a click once when its first responses are lost', async () => {
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    engine.fail(faults.lost, { operation: 'UpdateItem', times: 3 });
    const report = () =>
      send('POST', `/tracking/ref/${trackingCode}`, { token: admin, body: { visitorId: 'v' } });
    const answer = await report();
    expect([answer.status, answer.json.data.counted]).toEqual([201, true]);
    expect((await report()).json.data.clickId).toBe(answer.json.data.clickId);
    expect((await clicksOf(id)).map(({ reason }) => reason)).toEqual([null, 'duplicate']);
    await aggregateNewClicks();
    expect(await statistics(admin)).toMatchObject({ clicks: 1, uniqueClicks: 1, filtered: { duplicate: 1 } });
  });

  test('counts clicks once when responses to the stream function are lost and the run is repeated', async () => {
    await newChanges();
    const { admin } = await createBrand();
    const { trackingCode } = await invite(admin);
    const report = (visitorId: string) =>
      send('POST', `/tracking/ref/${trackingCode}`, { token: admin, body: { visitorId } });
    await report('v');
    const [first] = await newChanges();
    await report('w');
    const [second] = await newChanges();
    if (first === undefined || second === undefined) throw new Error('The stream has nothing of the clicks');
    loseTransactions(2);
    await aggregate(first);
    expect((await statistics(admin)).clicks).toBe(1);
    loseTransactions(Number.POSITIVE_INFINITY);
    // The run fails, or finds that its own write was committed.
    await Promise.allSettled([aggregate(second)]);
    engine.heal();
    await aggregate(second);
    expect(await statistics(admin)).toMatchObject({ clicks: 2, uniqueClicks: 2, filtered: { duplicate: 0 } });
  });

  test.each([1, 2, 3])(
    'records an order, its refund and its approval once when %i responses to each are lost',
    async (lost) => {
      const { admin } = await createBrand();
      const { id, trackingCode } = await invite(admin);
      const { id: discountId, code } = await createDiscount(admin, id);
      const body = { orderId: 'o-1', trackingCode, discountCode: code };
      loseTransactions(lost);
      const order = await recordOrder(admin, body);
      loseTransactions(lost);
      await refund(admin, order.id, { refundId: 'r-1', amount: 40 });
      loseTransactions(lost);
      const approved = await send('PATCH', `/commissions/${order.commissionId}/approve`, { token: admin });
      expect(approved.json.data).toMatchObject({ status: 'approved', amount: 6 });
      const sums = { totalRevenue: 60, totalOrders: 1, commissionEarned: 6 };
      expect(await sumsOf(admin, id)).toEqual(sums);
      expect(await read(admin, `/discounts/${discountId}`)).toMatchObject({
        totalRevenue: 60,
        usageCount: 1,
      });
      const list = await send('GET', '/conversions', { token: admin });
      expect([list.json.meta.total, list.json.data[0].refundedAmount]).toEqual([1, 40]);
      const commissions = await send('GET', '/commissions?status=approved', { token: admin });
      expect(commissions.json.meta.total).toBe(1);
    },
  );

  test('returns 503 for an order, a refund and a rejection when all responses are lost, and the existing result on a retry', async () => {
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    /** Sends a request while all responses are lost, then retries it. */
    const sendTwice = async (request: () => Promise<Answer>) => {
      loseTransactions(Number.POSITIVE_INFINITY);
      expect((await request()).status).toBe(503);
      engine.heal();
      const again = await request();
      expect(again.status).toBe(200);
      return again.json.data;
    };
    const order = await sendTwice(() => sendOrder(admin, { orderId: 'o-1', trackingCode }));
    await sendTwice(() => sendRefund(admin, order.id, { refundId: 'r-1', amount: 40 }));
    expect(await sumsOf(admin, id)).toEqual({ totalRevenue: 60, totalOrders: 1, commissionEarned: 6 });
    const path = `/commissions/${order.commissionId}/reject`;
    await sendTwice(() => send('PATCH', path, { token: admin, body: { reason: 'Fraud' } }));
    expect(await sumsOf(admin, id)).toEqual({ totalRevenue: 60, totalOrders: 1, commissionEarned: 0 });
  });

  test('records and counts 30 orders once when some responses are lost', async () => {
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    const orders = Array.from({ length: 30 }, () => ({ orderId: unusedOrder(), amount: 1, trackingCode }));
    loseTransactions(8);
    const answer = await sendOrders(admin, orders);
    expect(answer.json.meta).toEqual({ total: 30, created: 30, failed: 0, cursor: null });
    expect(await sumsOf(admin, id)).toEqual({ totalRevenue: 30, totalOrders: 30, commissionEarned: 3 });
  });

  test('records an order once after conflicts and lost responses', async () => {
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    engine.fail(conflictOn(` ${id}`), { operation: 'TransactWriteItems', times: 2 });
    loseTransactions(2);
    await recordOrder(admin, { trackingCode });
    expect(await sumsOf(admin, id)).toEqual({ totalRevenue: 100, totalOrders: 1, commissionEarned: 10 });
  });
});
