import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { setPlan, setSubscriptionStatus } from '#lib/access/brands/store/brands.ts';
import { getBrand, listBrandIds } from '#lib/access/brands/store/lookup.ts';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { twinIdOf } from '#lib/foundation/shared/twin-ids.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { dataOf } from '#test/support/answers.ts';
import {
  createApiKey,
  createCampaign,
  createDiscount,
  createExport,
  invite,
  inviteActive,
  patch,
  recordOrder,
} from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { deleteFigures, keepClicksForDays } from '#test/support/figures.ts';
import { withKey } from '#test/support/idempotent-requests.ts';
import { pauseAt, runAndKill } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { operatorJson } from '#test/support/operator.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { aggregateNewClicks, newChanges } from '#test/support/stream.ts';
import { trafficOf } from '#test/support/traffic.ts';

async function brandWithTestKey() {
  const created = await createBrand('scale');
  const { key } = await createApiKey(created.admin, { mode: 'test' });
  return { ...created, key };
}

const get = (token: string, path: string, headers: Record<string, string> = {}) =>
  send('GET', path, { token, headers });
const move = (token: string, body: object, headers: Record<string, string> = {}) =>
  send('POST', '/test/clock', { token, body, headers });
const clockOf = async (token: string) => dataOf(get(token, '/test/clock'));

describe('a test key', () => {
  test('runs through a month in seconds: orders, refunds, the end of the hold, a payout', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { key, admin } = await brandWithTestKey();
    const ada = await inviteActive(key, { trackingCode: 'ada' });
    const discount = await createDiscount(key, ada.id);
    const click = await dataOf(send('POST', '/tracking/ref/ada', { token: key, body: {} }), 201);
    await aggregateNewClicks();
    await recordOrder(key, { orderId: 'o-1', amount: 100, discountCode: discount.code });
    expect(await dataOf(get(key, '/affiliates?trackingCode=ADA'))).toMatchObject([{ id: ada.id }]);
    const clicked = await recordOrder(key, { orderId: 'o-2', amount: 50, clickId: click.clickId });
    expect(clicked).toMatchObject({ affiliateId: ada.id, createdAt: '2026-03-01T09:30:00.000Z' });
    const refund = { refundId: 'r-1', amount: 20 };
    await dataOf(send('POST', `/conversions/${clicked.id}/refunds`, { token: key, body: refund }), 201);
    expect((await dataOf(get(key, '/tracking/clicks'))).clicks).toBe(1);

    const moved = await dataOf(move(key, { advance: 'P31D' }));
    expect(moved).toMatchObject({
      now: '2026-04-01T09:30:00.000Z',
      aheadBySeconds: 31 * 86_400,
      approvedCommissions: 2,
      isComplete: true,
    });
    const { json: approved } = await get(key, '/commissions?status=approved');
    expect(
      approved.data.map(({ approvedAt, approvedBy }: Record<string, unknown>) => [approvedAt, approvedBy]),
    ).toEqual([
      ['2026-04-01T09:30:00.000Z', null],
      ['2026-04-01T09:30:00.000Z', null],
    ]);
    const payout = await dataOf(send('POST', '/payouts', { token: key, body: {} }), 201);
    expect(payout).toMatchObject({ status: 'ready', amount: 13, createdAt: '2026-04-01T09:30:00.000Z' });
    clock.advance(60);
    const paid = await patch(key, `/payouts/${payout.id}`, { status: 'paid', reference: 'transfer-1' });
    expect(paid).toMatchObject({ status: 'paid', paidAt: '2026-04-01T09:31:00.000Z' });
    expect((await get(admin, '/conversions')).json.meta.total).toBe(0);
  });

  test('the attribution window of a test twin follows the test clock', async () => {
    const { key } = await brandWithTestKey();
    await inviteActive(key, { trackingCode: 'ada' });
    const { clickId } = await dataOf(send('POST', '/tracking/ref/ada', { token: key, body: {} }), 201);
    await move(key, { advance: 'P31D' });
    const order = await recordOrder(key, { clickId });
    expect(order.receipt).toMatchObject({ attribution: 'outsideWindow' });
  });

  test('sees only test data, and a live key only live data, with the same names in both', async () => {
    const { key, admin } = await brandWithTestKey();
    const names = { email: 'ada@creators.test', trackingCode: `ada-${Date.now()}` };
    const inLive = await invite(admin, names);
    const inTest = await invite(key, names);
    expect(inTest).toMatchObject(names);
    const code = { code: 'ADA10' };
    await createDiscount(admin, inLive.id, code);
    await createDiscount(key, inTest.id, code);
    for (const [token, own, other] of [
      [key, inTest, inLive],
      [admin, inLive, inTest],
    ] as const) {
      const { json } = await get(token, '/affiliates');
      expect([json.meta.total, json.data[0].id]).toEqual([1, own.id]);
      expectError(await get(token, `/affiliates/${other.id}`), errorBody(404, 'Affiliate not found'));
    }
    const usage = (token: string) => dataOf(get(token, '/billing/usage'));
    expect((await usage(admin)).creators).toMatchObject({ used: 1, created: 1 });
  });

  test('stores its data in partitions of the twin, apart from those of the brand', async () => {
    const { key, brand } = await brandWithTestKey();
    await get(key, '/affiliates');
    const before = (await allItems()).filter(({ pk }) => String(pk).startsWith(brand.id));
    const { trackingCode } = await inviteActive(key);
    await recordOrder(key, { trackingCode });
    expect((await allItems()).filter(({ pk }) => String(pk).startsWith(brand.id))).toEqual(before);
  });

  test('follows the plan of the brand, and a live request pays nothing for test mode', async () => {
    const { key, admin } = await brandWithTestKey();
    await get(key, '/affiliates');
    const [[, live], [, inTest]] = [
      await trafficOf(() => get(admin, '/affiliates')),
      await trafficOf(() => get(key, '/affiliates')),
    ];
    expect([live.roundTrips, inTest.roundTrips]).toEqual([2, 3]);
    expect(JSON.stringify(live.calls)).not.toContain('TEST_TWIN');
    expect((await dataOf(get(key, '/billing'))).plan).toBe('scale');
  });

  test('follows the plan and the subscription of the brand when they change after the first request', async () => {
    const { key, brand } = await brandWithTestKey();
    await get(key, '/affiliates');
    await setPlan(brand.id, 'growth');
    await setSubscriptionStatus(brand.id, 'past_due');
    expect(await dataOf(get(key, '/billing'))).toMatchObject({ plan: 'growth', status: 'past_due' });
    await setSubscriptionStatus(brand.id, 'canceled');
    expect((await get(key, '/affiliates')).json.code).toBe('plan_required');
  });

  test('reads the second factor, the rates and the audit settings of the account in each request', async () => {
    const { admin, brand } = await createBrand('scale');
    const { token: member } = await newToken(brand.id, 'member');
    const { key } = await createApiKey(admin, { mode: 'test' });
    const ada = await invite(key);
    const change = (body: object) => patch(admin, '/brand', body);
    const raise = (token: string) =>
      send('PATCH', `/affiliates/${ada.id}`, {
        token,
        headers: { 'x-mode': 'test' },
        body: { commissionOverride: { type: 'percentage', value: 50 } },
      });
    await change({ ratesByAdminsOnly: true });
    expect((await raise(member)).json.code).toBe('rate_for_admins_only');
    await change({ ratesByAdminsOnly: false });
    expect((await raise(member)).status).toBe(200);
    await change({ requireSecondFactor: true });
    expect((await raise(member)).json.code).toBe('second_factor_missing');
  });
});

describe('the header x-mode', () => {
  test('selects the test data for a session', async () => {
    const { key, admin } = await brandWithTestKey();
    const { id } = await invite(key);
    const { json } = await get(admin, '/affiliates', { 'x-mode': 'test' });
    expect(json.data.map((affiliate: { id: string }) => affiliate.id)).toEqual([id]);
    expect((await get(admin, '/affiliates', { 'x-mode': 'live' })).json.data).toEqual([]);
  });

  test('the header x-mode is a 400 with another value, and if it contradicts the API key', async () => {
    const { key, admin } = await brandWithTestKey();
    for (const [token, mode] of [
      [admin, 'Test'],
      [admin, ''],
      [key, 'live'],
    ] as const) {
      expectError(
        await get(token, '/affiliates', { 'x-mode': mode }),
        errorBody(400, 'Invalid headers', [{ path: 'x-mode', message: expect.any(String) }]),
      );
    }
    expect((await get(key, '/affiliates', { 'x-mode': 'test' })).status).toBe(200);
  });

  test('the header x-mode does not lead around the second factor to a live key', async () => {
    const { admin } = await createBrand();
    await invite(admin);
    await send('POST', '/affiliates/invite', {
      token: admin,
      headers: { 'x-mode': 'test' },
      body: { email: 'ada@creators.test' },
    });
    await patch(admin, '/brand', { requireSecondFactor: true });
    const answer = await send('POST', '/api-keys', {
      token: admin,
      headers: { 'x-mode': 'test' },
      body: { name: 'Around', mode: 'live', scopes: ['*'] },
    });
    expect([answer.status, answer.json.code]).toEqual([403, 'second_factor_missing']);
  });

  test('an endpoint of the account refuses test mode with a 400 that says what to send instead', async () => {
    const { key, admin } = await brandWithTestKey();
    const body = { name: 'Key', mode: 'live', scopes: ['*'] };
    const withHeader = { token: admin, headers: { 'x-mode': 'test' }, body };
    expectError(
      await send('POST', '/api-keys', withHeader),
      errorBody(
        400,
        'This endpoint has no test mode: send the request without the header `x-mode`',
        [{ path: 'x-mode', message: 'Must be `live` or absent' }],
        'test_mode_unavailable',
      ),
    );
    expectError(
      await send('POST', '/api-keys', { token: key, body }),
      errorBody(
        400,
        'This endpoint has no test mode: use a live API key, or an access token',
        undefined,
        'test_mode_unavailable',
      ),
    );
    expect((await get(admin, '/api-keys', { 'x-mode': 'live' })).status).toBe(200);
  });

  test('a client that sends the header x-mode with every request can identify its user, refresh and log out', async () => {
    const { admin, brand } = await createBrand();
    for (const mode of ['test', 'Test', '']) {
      const { status, json } = await get(admin, '/me', { 'x-mode': mode });
      expect([status, json.data.brand.id]).toEqual([200, brand.id]);
    }
    const headers = { 'x-mode': 'test' };
    const { data } = (await send('POST', '/auth/refresh', { token: admin, headers })).json;
    const logout = await send('POST', '/auth/logout', { token: data.accessToken, headers });
    expect(logout.status).toBe(204);
  });
});

describe('the test clock', () => {
  test('runs on from its new time, never goes back, and moves at most 400 days at once', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { key } = await brandWithTestKey();
    expect(await clockOf(key)).toMatchObject({ now: '2026-03-01T09:30:00.000Z', aheadBySeconds: 0 });
    await dataOf(move(key, { at: '2026-05-01T00:00:00Z' }));
    clock.advance(10);
    expect((await clockOf(key)).now).toBe('2026-05-01T00:00:10.000Z');
    expectError(await move(key, { at: '2026-04-30T00:00:00Z' }), invalidFields('at'));
    expectError(await move(key, { advance: 'P401D' }), invalidFields('advance'));
    expectError(await move(key, { advance: '45 days' }), invalidFields('advance'));
    expectError(await move(key, { advance: 'P1D', at: '2026-06-01T00:00:00Z' }), invalidFields(''));
    expectError(await move(key, {}), invalidFields(''));
    expect((await dataOf(move(key, { advance: 'P1W2DT3H4M5S' }))).now).toBe('2026-05-10T03:04:15.000Z');
  });

  test('moves to its present time, and 400 days ahead, but not one millisecond earlier or later', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { key } = await brandWithTestKey();
    expectError(await move(key, { at: '2026-03-01T09:29:59.999Z' }), invalidFields('at'));
    expect((await dataOf(move(key, { at: clock.now().toISOString() }))).aheadBySeconds).toBe(0);
    expectError(await move(key, { at: '2027-04-05T09:30:00.001Z' }), invalidFields('at'));
    expect((await dataOf(move(key, { at: '2027-04-05T09:30:00.000Z' }))).aheadBySeconds).toBe(400 * 86_400);
    expect((await dataOf(move(key, { advance: 'P400D' }))).aheadBySeconds).toBe(800 * 86_400);
    expectError(await move(key, { advance: 'P400DT1S' }), invalidFields('advance'));
  });

  test('the test clock is at most 3650 days ahead of the real time', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { key } = await brandWithTestKey();
    for (let moves = 0; moves < 9; moves += 1) await dataOf(move(key, { advance: 'P400D' }));
    expectError(await move(key, { advance: 'P50DT1S' }), invalidFields('advance'));
    expectError(await move(key, { advance: 'P9999W' }), invalidFields('advance'));
    expectError(await move(key, { at: '2036-02-27T09:30:00.001Z' }), invalidFields('at'));
    expect((await dataOf(move(key, { advance: 'P50D' }))).aheadBySeconds).toBe(3650 * 86_400);
    clock.advance(1);
    expect(await clockOf(key)).toMatchObject({
      now: '2036-02-27T09:30:01.000Z',
      aheadBySeconds: 3650 * 86_400,
    });
    expect((await send('POST', '/test/reset', { token: key })).status).toBe(204);
    expect((await clockOf(key)).now).toBe('2026-03-01T09:30:01.000Z');
  });

  test('keeps the later time when a concurrent request moves it further', async () => {
    fakeClock('2026-03-01T09:30:00Z');
    const { key } = await brandWithTestKey();
    await clockOf(key);
    const isMove = (_: unknown, input: unknown) => JSON.stringify(input).includes('wasGeneration');
    const shorter = pauseAt(1, () => move(key, { advance: 'P10D' }), isMove);
    expect(await shorter.isHeld).toBe(true);
    expect((await dataOf(move(key, { advance: 'P45D' }))).now).toBe('2026-04-15T09:30:00.000Z');
    expect((await dataOf(shorter.release())).now).toBe('2026-04-15T09:30:00.000Z');
    expect(await clockOf(key)).toMatchObject({
      now: '2026-04-15T09:30:00.000Z',
      aheadBySeconds: 45 * 86_400,
    });
  });

  test('a read during a move returns a time and a distance that belong together', async () => {
    fakeClock('2026-03-01T09:30:00Z');
    const { key, brand } = await brandWithTestKey();
    await move(key, { advance: 'P1D' });
    const readsTwin = (_: unknown, input: unknown) =>
      JSON.stringify(input).includes(keys.brand(twinIdOf(brand.id, 0)).pk);
    const read = pauseAt(1, () => clockOf(key), readsTwin);
    expect(await read.isHeld).toBe(true);
    await dataOf(move(key, { advance: 'P45D' }));
    expect(await read.release()).toMatchObject({ now: '2026-03-02T09:30:00.000Z', aheadBySeconds: 86_400 });
  });

  test('each answer is consistent while the clock moves and the test data is reset', async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const { key, brand } = await brandWithTestKey();
    const isConsistent = ({ now, aheadBySeconds }: Json) =>
      Date.parse(now) === clock.now().getTime() + aheadBySeconds * 1000;
    const loop = async (count: number, request: () => Promise<unknown>) => {
      for (let done = 0; done < count; done += 1) await request();
    };
    const answers: Json[] = [];
    await Promise.all([
      loop(8, async () => answers.push(await dataOf(move(key, { advance: 'P1D' })))),
      loop(4, () => send('POST', '/test/reset', { token: key })),
      loop(16, async () => answers.push(await clockOf(key))),
      loop(16, async () => answers.push(await clockOf(key))),
    ]);
    expect(answers.filter((answer) => !isConsistent(answer))).toEqual([]);
    const twin = await getBrand(twinIdOf(brand.id, 4));
    expect((await clockOf(key)).aheadBySeconds).toBe((twin.clockOffset ?? 0) / 1000);
  });

  test('a move that was interrupted after its write moves no further when it is retried with its idempotency key', async () => {
    fakeClock('2026-03-01T09:30:00Z');
    const { key } = await brandWithTestKey();
    await clockOf(key);
    const { headers } = withKey('move-1');
    const counts = (_: unknown, input: unknown) => JSON.stringify(input).includes('wasGeneration');
    const request = () => move(key, { advance: 'P45D' }, headers);
    const { hasDied } = await runAndKill(request, { call: 1, moment: 'after', counts });
    expect(hasDied).toBe(true);
    useClock({ now: () => new Date('2026-03-01T09:31:00Z') });
    expect((await dataOf(request())).now).toBe('2026-04-15T09:31:00.000Z');
    expect((await clockOf(key)).aheadBySeconds).toBe(45 * 86_400);
  });

  test('moves once for all requests with one idempotency key, however far it moves', async () => {
    fakeClock('2026-03-01T09:30:00Z');
    const { key } = await brandWithTestKey();
    const { headers } = withKey('move-1');
    const first = await move(key, { advance: 'P45D' }, headers);
    const again = await move(key, { advance: 'P45D' }, headers);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect((await clockOf(key)).now).toBe('2026-04-15T09:30:00.000Z');
  });

  test('a move of the test clock does not move the clock of live data or of keys', async () => {
    fakeClock('2026-03-01T09:30:00Z');
    const { admin, key } = await brandWithTestKey();
    const limited = await createApiKey(admin, { mode: 'test', expiresAt: '2026-03-02T00:00:00Z' });
    await dataOf(move(key, { advance: 'P45D' }));
    expect((await invite(admin)).createdAt).toBe('2026-03-01T09:30:00.000Z');
    expect((await invite(limited.key)).createdAt).toBe('2026-04-15T09:30:00.000Z');
    const { lastUsedAt } = await dataOf(get(admin, `/api-keys/${limited.id}`));
    expect(lastUsedAt).toBe('2026-03-01T09:30:00.000Z');
  });

  test('the endpoints of the test clock do not exist in live mode', async () => {
    const { admin, member, key } = await brandWithTestKey();
    for (const answer of [
      await get(admin, '/test/clock'),
      await move(admin, { advance: 'P1D' }),
      await send('POST', '/test/reset', { token: admin }),
    ]) {
      expect([answer.status, answer.json.code]).toEqual([403, 'test_mode_required']);
    }
    expect((await move(member, { advance: 'P1D' }, { 'x-mode': 'test' })).json.code).toBe('role_forbidden');
    expect((await clockOf(key)).aheadBySeconds).toBe(0);
  });
});

describe('a test clock that was moved', () => {
  const startAhead = async () => {
    const clock = fakeClock('2026-03-01T09:30:00Z');
    const created = await brandWithTestKey();
    return { ...created, clock };
  };

  test('decides in events and exports whether a campaign is running, as in the API', async () => {
    const { brand, key } = await startAhead();
    const days = { startDate: '2026-03-03', endDate: '2026-03-10' };
    const { id } = await createCampaign(key, { status: 'active', ...days });
    await recordAllEvents();
    await dataOf(move(key, { advance: 'P3D' }));
    expect((await patch(key, `/campaigns/${id}`, { name: 'Later' })).isRunning).toBe(true);
    const { id: exportId } = await createExport(key, { resource: 'campaigns', format: 'ndjson' });
    await recordAllEvents();
    const events = await dataOf(get(key, `/events?resourceId=${id}`));
    expect(events.map(({ type, data }: Json) => [type, data.isRunning])).toEqual([
      ['campaign.created', false],
      ['campaign.updated', true],
    ]);
    const file = join(environment.EXPORTS_DIRECTORY ?? '', `${twinIdOf(brand.id, 0)}/${exportId}.ndjson`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ id, isRunning: true });
  });

  test('gives an erasure the end on the clock of its begin', async () => {
    const { key, clock } = await startAhead();
    const { id } = await invite(key);
    await dataOf(move(key, { advance: 'P45D' }));
    const erasure = await dataOf(send('DELETE', `/affiliates/${id}/personal-data`, { token: key }), 202);
    clock.advance(5);
    await recordAllEvents();
    expect(await dataOf(get(key, `/personal-data-erasures/${erasure.id}`))).toMatchObject({
      createdAt: '2026-04-15T09:30:00.000Z',
      completedAt: '2026-04-15T09:30:05.000Z',
    });
  });

  test('the test clock is the time of payments and terms that an operator records', async () => {
    const { brand, key } = await startAhead();
    await inviteActive(key, { trackingCode: 'ada' });
    await recordOrder(key, { trackingCode: 'ada', amount: 100 });
    await dataOf(move(key, { advance: 'P45D' }));
    const twin = twinIdOf(brand.id, 0);
    const payout = await dataOf(send('POST', '/payouts', { token: key, body: {} }), 201);
    const reference = ['--reference', 'transfer-1'];
    await operatorJson('payout', 'mark-paid', '--brand', twin, '--payout', payout.id, ...reference);
    expect((await dataOf(get(key, `/payouts/${payout.id}`))).paidAt).toBe('2026-04-15T09:30:00.000Z');
    await operatorJson('brand', 'set-terms', '--brand', twin, '--hold-days', '7');
    expect((await getBrand(twin)).pastHoldDays).toMatchObject([{ until: '2026-04-15T09:30:00.000Z' }]);
  });

  test('the test clock is the time of the figures that an operator rebuilds', async () => {
    keepClicksForDays(2);
    const { brand, key } = await startAhead();
    await inviteActive(key, { trackingCode: 'ada' });
    await dataOf(move(key, { advance: 'P1D' }));
    await dataOf(send('POST', '/tracking/ref/ada', { token: key, body: {} }), 201);
    const twin = twinIdOf(brand.id, 0);
    await aggregateNewClicks();
    await deleteFigures(twin);
    await operatorJson('figures', 'rebuild', '--brand', twin);
    expect(await dataOf(get(key, '/tracking/clicks'))).toMatchObject({ clicks: 1, to: '2026-03-02' });
  });

  test('does not keep an operator from repeating an erasure that has not proceeded for an hour', async () => {
    const { key, clock } = await startAhead();
    const { id } = await invite(key);
    await dataOf(move(key, { advance: 'P45D' }));
    await dataOf(send('DELETE', `/affiliates/${id}/personal-data`, { token: key }), 202);
    while ((await newChanges()).length > 0);
    clock.advance(3600);
    expect((await operatorJson('erasures', 'repeat')).counts.repeated).toBe(1);
    await recordAllEvents();
  });
});

test('the hourly approval of commissions follows the test clock', async () => {
  const clock = fakeClock('2026-03-01T09:30:00Z');
  const { key, brand } = await brandWithTestKey();
  const { trackingCode } = await inviteActive(key);
  await recordOrder(key, { trackingCode });
  expect((await dataOf(move(key, { advance: 'P29D' }))).approvedCommissions).toBe(0);
  clock.advance(2 * 86_400);
  const brandIds = [twinIdOf(brand.id, 0)];
  expect(await approveDue({ brandIds, getBrand, hasTime: () => true })).toMatchObject({ approved: 1 });
  const { json } = await get(key, '/commissions?status=approved');
  expect(json.data).toMatchObject([{ approvedAt: '2026-04-01T09:30:00.000Z' }]);
  // The run has processed the twin up to a time that is still in the future of live data.
  await recordOrder(key, { trackingCode });
  await move(key, { advance: 'P29D' });
  clock.advance(2 * 86_400);
  expect(await approveDue({ brandIds, getBrand, hasTime: () => true })).toMatchObject({ approved: 1 });
});

describe('POST /v1/test/reset', () => {
  test('a reset empties the reports of the test data, and keeps those of the live data', async () => {
    fakeClock('2026-03-01T09:30:00Z');
    const { admin, key } = await brandWithTestKey();
    const order = async (token: string, trackingCode: string) => {
      await inviteActive(token, { trackingCode });
      await recordOrder(token, { trackingCode });
    };
    await order(key, 'ada');
    await order(admin, `live-${Date.now()}`);
    await aggregateNewClicks();
    const orders = async (token: string) => {
      const { json } = await get(token, '/reports/performance');
      return json.data.totals.orders;
    };
    const owed = async (token: string) => (await get(token, '/reports/payables')).json.data.rowsCount;
    expect([await orders(key), await owed(key)]).toEqual([1, 1]);
    expect((await send('POST', '/test/reset', { token: key })).status).toBe(204);
    expect([await orders(key), await owed(key)]).toEqual([0, 0]);
    expect([await orders(admin), await owed(admin)]).toEqual([1, 1]);
  });

  test('empties the test data, returns to the real time, and keeps keys and live data', async () => {
    fakeClock('2026-03-01T09:30:00Z');
    const { admin, key } = await brandWithTestKey();
    const names = { email: 'ada@creators.test', trackingCode: 'ada' };
    await inviteActive(key, names);
    await recordOrder(key, { orderId: 'o-1', trackingCode: 'ada' });
    await move(key, { advance: 'P45D' });
    const live = await invite(admin);
    const before = await clockOf(key);
    expect((await send('POST', '/test/reset', { token: key })).status).toBe(204);
    for (const path of [
      '/affiliates',
      '/conversions',
      '/commissions',
      '/discounts',
      '/campaigns',
      '/payouts',
    ]) {
      const { json } = await get(key, path);
      expect([path, json.data, json.meta.total]).toEqual([path, [], 0]);
    }
    const after = await clockOf(key);
    expect(after).toMatchObject({ now: '2026-03-01T09:30:00.000Z', aheadBySeconds: 0 });
    expect(after.linkPrefix).not.toBe(before.linkPrefix);
    expect((await invite(key, names)).trackingCode).toBe('ada');
    expect((await get(admin, '/affiliates')).json.data[0].id).toBe(live.id);
    expect((await send('POST', '/test/reset', { token: key })).status).toBe(204);
  });
});

describe('a second event around POST /v1/test/reset', () => {
  test('each of several resets begins with another empty twin, and scheduled work runs only for the last one', async () => {
    const { admin, key, brand } = await brandWithTestKey();
    const prefixes: string[] = [];
    const twins = [0, 1, 2, 3].map((generation) => twinIdOf(brand.id, generation));
    for (let reset = 0; reset < 3; reset += 1) {
      prefixes.push((await clockOf(key)).linkPrefix);
      await invite(key, { trackingCode: 'ada' });
      expect(
        (
          await send('POST', '/test/reset', {
            token: reset === 1 ? key : admin,
            headers: { 'x-mode': 'test' },
          })
        ).status,
      ).toBe(204);
    }
    expect(new Set(prefixes).size).toBe(3);
    const scheduled = await listBrandIds();
    expect(twins.map((id) => scheduled.includes(id))).toEqual([false, false, false, true]);
  });

  test('a reset copies the present settings of the brand, which the twin does not follow until then', async () => {
    const { admin, key, brand } = await brandWithTestKey();
    await patch(admin, '/brand', { holdDays: 5 });
    await invite(key);
    await patch(admin, '/brand', { holdDays: 7 });
    const holdOf = async (generation: number) => (await getBrand(twinIdOf(brand.id, generation))).holdDays;
    expect(await holdOf(0)).toBe(5);
    expect((await send('POST', '/test/reset', { token: key })).status).toBe(204);
    expect(await holdOf(1)).toBe(7);
  });

  test('two concurrent resets both succeed', async () => {
    const { key } = await brandWithTestKey();
    await invite(key);
    const reset = () => send('POST', '/test/reset', { token: key });
    expect((await Promise.all([reset(), reset()])).map(({ status }) => status)).toEqual([204, 204]);
    expect((await get(key, '/affiliates')).json.data).toEqual([]);
  });

  test('a move that began before a reset and writes after it moves neither the clock of the new twin nor returns to the old one', async () => {
    fakeClock('2026-03-01T09:30:00Z');
    const { key, brand } = await brandWithTestKey();
    await move(key, { advance: 'P1D' });
    const { linkPrefix } = await clockOf(key);
    const isMove = (_: unknown, input: unknown) => JSON.stringify(input).includes('wasGeneration');
    const late = pauseAt(1, () => move(key, { advance: 'P45D' }), isMove);
    expect(await late.isHeld).toBe(true);
    expect((await send('POST', '/test/reset', { token: key })).status).toBe(204);
    expect((await late.release()).status).toBe(200);
    const after = await clockOf(key);
    expect(after).toMatchObject({ now: '2026-03-01T09:30:00.000Z', aheadBySeconds: 0 });
    expect(after.linkPrefix).not.toBe(linkPrefix);
    expect((await getBrand(twinIdOf(brand.id, 1))).clockOffset).toBe(0);
  });

  test('an idempotency key that was used before a reset is free after it', async () => {
    const { key } = await brandWithTestKey();
    const { headers } = withKey('invite-1');
    const body = { email: 'ada@creators.test' };
    const invited = () => dataOf(send('POST', '/affiliates/invite', { token: key, body, headers }), 201);
    const first = await invited();
    await send('POST', '/test/reset', { token: key });
    expect((await invited()).id).not.toBe(first.id);
  });
});

describe('a tracking link of test mode', () => {
  test('records the click in the test data at the time of the test clock', async () => {
    fakeClock('2026-03-01T09:30:00Z');
    const { admin, key } = await brandWithTestKey();
    const trackingCode = `ada-${Date.now()}`;
    await inviteActive(key, { trackingCode });
    await move(key, { advance: 'P10D' });
    const { linkPrefix } = await clockOf(key);
    const headers = { 'user-agent': 'Mozilla/5.0 Firefox/140.0' };
    const answer = await send('GET', `/tracking/ref/${linkPrefix}${trackingCode}`, { headers });
    expect(answer.status).toBe(302);
    const { searchParams } = new URL(answer.headers.location ?? '');
    expect(searchParams.get('ref')).toBe(trackingCode);
    await aggregateNewClicks();
    const { clicks, days } = await dataOf(get(key, '/tracking/clicks'));
    expect([clicks, days.at(-1)]).toMatchObject([1, { date: '2026-03-11', clicks: 1 }]);
    const order = await recordOrder(key, { clickId: searchParams.get('clickId') });
    expect(order.receipt).toMatchObject({ attribution: 'attributed' });
    expect((await dataOf(get(admin, '/tracking/clicks'))).clicks).toBe(0);
    expectError(
      await send('GET', `/tracking/ref/${trackingCode}`, { headers }),
      errorBody(404, 'Tracking code not found'),
    );
  });
});

test('a tracking link of test mode ends when its code is released on the test clock, also while it is cached', async () => {
  const clock = fakeClock('2026-03-01T09:30:00Z');
  const { key } = await brandWithTestKey();
  const trackingCode = `ada-${Date.now()}`;
  const { id } = await inviteActive(key, { trackingCode });
  await patch(key, `/affiliates/${id}`, { status: 'banned' });
  await move(key, { advance: 'P89DT23H59M30S' });
  const { linkPrefix } = await clockOf(key);
  const follow = async () => (await send('GET', `/tracking/ref/${linkPrefix}${trackingCode}`)).status;
  expect(await follow()).toBe(302);
  clock.advance(29);
  expect(await follow()).toBe(302);
  clock.advance(1);
  expect(await follow()).toBe(404);
});

test('concurrent first requests of a test twin create it once', async () => {
  const { key, brand } = await brandWithTestKey();
  const answers = await Promise.all(Array.from({ length: 8 }, () => invite(key)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(8);
  const twins = (await allItems()).filter(({ testOf }) => testOf === brand.id);
  expect(twins).toHaveLength(1);
  expect((await get(key, '/affiliates')).json.meta.total).toBe(8);
});
