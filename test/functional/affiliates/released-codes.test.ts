import { describe, expect, test } from 'vitest';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import {
  createDiscount,
  invite,
  patch,
  recordOrder,
  unusedCode,
  unusedEmail,
} from '#test/support/creations.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';

const day = 86_400;

const follow = (code: string) =>
  send('GET', `/tracking/ref/${code}`, { headers: { 'user-agent': 'Firefox/130.0' } });
const inviteWith = (token: string, trackingCode: string) =>
  send('POST', '/affiliates/invite', { token, body: { email: unusedEmail(), trackingCode } });

/** Bans a creator ten minutes after the invitation, and stops the clock at that time. Tokens expire before the release, so tests create new ones. */
async function bannedCreator(code = unusedCode()) {
  const clock = fakeClock('2026-03-01T11:50:00.000Z');
  const acme = await createBrand();
  const { id, trackingCode } = await invite(acme.admin, { trackingCode: code });
  await patch(acme.admin, `/affiliates/${id}`, { status: 'active' });
  clock.advance(600);
  await patch(acme.admin, `/affiliates/${id}`, { status: 'banned' });
  return { acme, id, trackingCode, clock };
}

const tokenLater = async ({ brand }: TestBrand, clock: FakeClock, seconds: number) => {
  clock.advance(seconds);
  return (await newToken(brand.id, 'admin')).token;
};

describe('the tracking code of a banned creator', () => {
  test('the tracking code of a banned creator stays taken for 90 days, and then goes to exactly one of the brands that want it', async () => {
    const { acme, id, trackingCode, clock } = await bannedCreator();
    const early = await tokenLater(acme, clock, 90 * day - 1);
    expect((await inviteWith(early, trackingCode)).status).toBe(409);
    clock.advance(1);
    const others = await Promise.all([createBrand(), createBrand(), createBrand()]);
    const answers = await Promise.all(
      others.map(({ admin }) => inviteWith(admin, trackingCode.toUpperCase())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const winner = answers.find(({ status }) => status === 201)?.json.data;
    expect(await getItem(keys.trackingCode(trackingCode))).toMatchObject({ affiliateId: winner.id });
    expect((await send('GET', `/affiliates/${id}`, { token: early })).json.data.status).toBe('banned');
  });

  test('a tracking code is not released by a change of its creator’s name, and not earlier after a second ban', async () => {
    const { acme, id, trackingCode, clock } = await bannedCreator();
    const token = await tokenLater(acme, clock, 60 * day);
    const release = async () => (await getItem(keys.trackingCode(trackingCode)))?.releasableAt;
    const first = await release();
    expect(first).toBe('2026-05-30T12:00:00.000Z');
    await patch(token, `/affiliates/${id}`, { name: 'Ada' });
    expect(await release()).toBe(first);
    await patch(token, `/affiliates/${id}`, { status: 'active' });
    expect(await release()).toBeUndefined();
    await patch(token, `/affiliates/${id}`, { status: 'banned' });
    const later = await tokenLater(acme, clock, 89 * day);
    expect((await inviteWith(later, trackingCode)).status).toBe(409);
    clock.advance(day);
    const { admin } = await createBrand();
    expect((await inviteWith(admin, trackingCode)).status).toBe(201);
  });

  test('a tracking code is never released while its creator is paused', async () => {
    const { acme, id, trackingCode, clock } = await bannedCreator();
    for (const status of ['active', 'paused']) await patch(acme.admin, `/affiliates/${id}`, { status });
    const token = await tokenLater(acme, clock, 400 * day);
    expect((await inviteWith(token, trackingCode)).status).toBe(409);
  });

  test('a released tracking code is suggested as a free code', async () => {
    const { acme, trackingCode, clock } = await bannedCreator(`${unusedCode()}-2`);
    const taken = trackingCode.slice(0, -2);
    await invite(acme.admin, { trackingCode: taken });
    const suggestions = async (seconds: number) => {
      const token = await tokenLater(acme, clock, seconds);
      return (await inviteWith(token, taken)).json.details[0].values;
    };
    expect(await suggestions(90 * day - 1)).not.toContain(trackingCode);
    expect(await suggestions(1)).toContain(trackingCode);
  });

  test('an order by a tracking code earns for the creator who had the code at its time', async () => {
    const { acme, id, trackingCode, clock } = await bannedCreator();
    const token = await tokenLater(acme, clock, 90 * day);
    const { data: next } = (await inviteWith(token, trackingCode)).json;
    expect((await recordOrder(token, { trackingCode })).affiliateId).toBe(next.id);
    const occurredAt = '2026-03-01T11:55:00Z';
    const late = await recordOrder(token, { trackingCode: trackingCode.toUpperCase(), occurredAt });
    expect(late.affiliateId).toBe(id);
    const beforeBoth = await recordOrder(token, { trackingCode, occurredAt: '2026-02-01T12:00:00Z' });
    expect(beforeBoth.receipt.attribution).toBe('creatorNotYetInvited');
  });

  test('an order whose time changes to one before a code existed does not keep the owner of the code', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const acme = await createBrand();
    const [ada, bob] = [await invite(acme.admin), await invite(acme.admin)];
    const token = await tokenLater(acme, clock, 10 * day);
    const { code: discountCode } = await createDiscount(token, ada.id);
    const order = await recordOrder(token, { discountCode, trackingCode: bob.trackingCode });
    expect(order.affiliateId).toBe(ada.id);
    const earlier = await patch(token, `/conversions/${order.id}`, { occurredAt: '2026-03-05T12:00:00Z' });
    expect(earlier).toMatchObject({ affiliateId: bob.id, discountId: null });
  });

  test('an order from before a ban earns for the creator whose tracking code belongs to another brand since', async () => {
    const { acme, id, trackingCode, clock } = await bannedCreator();
    const token = await tokenLater(acme, clock, 90 * day);
    const { admin } = await createBrand();
    expect((await inviteWith(admin, trackingCode)).status).toBe(201);
    const late = await recordOrder(token, { trackingCode, occurredAt: '2026-03-01T11:55:00Z' });
    expect(late.affiliateId).toBe(id);
    const after = await recordOrder(token, { trackingCode });
    expect(after.receipt.attribution).toBe('creatorInactive');
  });
});

describe('GET /v1/tracking/ref/{code} with the code of a banned creator', () => {
  test('redirects for 90 days, is a 404 until another creator takes the code, and then leads to that brand', async () => {
    const { trackingCode, clock } = await bannedCreator();
    clock.advance(90 * day - 1);
    expect((await follow(trackingCode)).status).toBe(302);
    clock.advance(1);
    expectError(await follow(trackingCode), errorBody(404, 'Tracking code not found'));
    const globex = await createBrand('growth', { landingUrl: 'https://globex.test/' });
    await inviteWith(globex.admin, trackingCode);
    expect((await follow(trackingCode)).headers.location).toMatch(/^https:\/\/globex\.test\//);
  });
});

describe('POST /v1/tracking/ref/{code} with the code of a banned creator', () => {
  test('records a filtered click for 90 days, and is a 404 afterwards', async () => {
    const { acme, trackingCode, clock } = await bannedCreator();
    const token = await tokenLater(acme, clock, 90 * day - 1);
    const report = () => send('POST', `/tracking/ref/${trackingCode}`, { token });
    expect((await report()).json.data.reason).toBe('inactive');
    clock.advance(1);
    expectError(await report(), errorBody(404, 'Tracking code not found'));
  });
});

describe('PATCH /v1/affiliates/{id} that lifts a ban after the release of the tracking code', () => {
  test('keeps the code when nobody has taken it', async () => {
    const { acme, id, trackingCode, clock } = await bannedCreator();
    const token = await tokenLater(acme, clock, 120 * day);
    expect(await patch(token, `/affiliates/${id}`, { status: 'active' })).toMatchObject({ trackingCode });
    expect((await follow(trackingCode)).status).toBe(302);
    expect((await inviteWith(token, trackingCode)).status).toBe(409);
  });

  test('gives the creator a new code when another creator has taken it', async () => {
    const { acme, id, trackingCode, clock } = await bannedCreator();
    const token = await tokenLater(acme, clock, 120 * day);
    const { admin } = await createBrand('growth', { landingUrl: 'https://globex.test/' });
    const { data: other } = (await inviteWith(admin, trackingCode)).json;
    const reinstated = await patch(token, `/affiliates/${id}`, { status: 'active' });
    expect(reinstated).toMatchObject({ id, status: 'active' });
    expect(reinstated.trackingCode).not.toBe(trackingCode);
    expect((await send('GET', `/affiliates/${id}`, { token })).json.data).toEqual(reinstated);
    expect((await follow(reinstated.trackingCode)).headers.location).toMatch(/^https:\/\/acme\.test\//);
    expect(await getItem(keys.trackingCode(trackingCode))).toMatchObject({ affiliateId: other.id });
    const order = await recordOrder(token, { trackingCode: reinstated.trackingCode });
    expect(order.affiliateId).toBe(id);
  });
});
