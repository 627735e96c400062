import { describe, expect, test } from 'vitest';
import { setPlan, setSubscriptionStatus } from '#lib/access/brands/store/brands.ts';
import { createCampaign, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

const readSubscription = async (token: string) => (await send('GET', '/billing', { token })).json.data;
const readUsage = async (token: string) => (await send('GET', '/billing/usage', { token })).json.data;

describe('GET /v1/billing', () => {
  test('returns the subscription of a new Growth brand to users with the role admin or member', async () => {
    fakeClock('2026-03-15T12:00:00.500Z');
    const { admin, member } = await createBrand('growth');
    for (const token of [admin, member]) {
      const answer = await send('GET', '/billing', { token });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        data: {
          plan: 'growth',
          status: 'active',
          currentPeriodEnd: '2026-04-15T12:00:00.500Z',
          creatorsUsed: 0,
          creatorsLimit: 500,
        },
      });
    }
  });

  test('returns a limit of 10,000 creators on the Scale plan', async () => {
    const { admin } = await createBrand('scale');
    expect(await readSubscription(admin)).toMatchObject({ plan: 'scale', creatorsLimit: 10_000 });
  });

  test('returns the status past_due with an unchanged creator limit', async () => {
    const { brand, admin } = await createBrand('growth');
    await setSubscriptionStatus(brand.id, 'past_due');
    expect(await readSubscription(admin)).toMatchObject({ status: 'past_due', creatorsLimit: 500 });
  });

  test('reflects a change of plan on the next request', async () => {
    const { brand, admin } = await createBrand('growth');
    await setPlan(brand.id, 'scale');
    expect(await readSubscription(admin)).toMatchObject({ plan: 'scale', creatorsLimit: 10_000 });
    await setPlan(brand.id, 'starter');
    for (const path of ['/billing', '/billing/usage']) {
      const answer = await send('GET', path, { token: admin });
      expectError(answer, errorBody(403, 'API access requires the Growth or Scale plan'));
    }
  });
});

describe('GET /v1/billing/usage', () => {
  test('returns the usage of a new Growth brand', async () => {
    fakeClock('2026-03-15T12:00:00.500Z');
    const { member } = await createBrand('growth');
    const answer = await send('GET', '/billing/usage', { token: member });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      data: {
        plan: 'growth',
        currentPeriodStart: '2026-03-15T12:00:00.500Z',
        currentPeriodEnd: '2026-04-15T12:00:00.500Z',
        creators: { used: 0, limit: 500, created: 0, creationLimit: 1000 },
        campaigns: { used: 0, limit: 50, created: 0, creationLimit: 100 },
      },
    });
  });

  test('returns null as the campaign limit on the Scale plan', async () => {
    const { admin } = await createBrand('scale');
    expect(await readUsage(admin)).toMatchObject({
      creators: { used: 0, limit: 10_000 },
      campaigns: { used: 0, limit: null, creationLimit: null },
    });
  });

  test('counts every creator except banned ones, immediately after each write', async () => {
    const { admin } = await createBrand();
    const { id } = await invite(admin);
    await invite(admin);
    const used = async () => {
      const { creatorsUsed } = await readSubscription(admin);
      expect((await readUsage(admin)).creators.used).toBe(creatorsUsed);
      return creatorsUsed;
    };
    expect(await used()).toBe(2);
    for (const [status, expected] of [
      ['active', 2],
      ['paused', 2],
      ['banned', 1],
      ['active', 2],
    ] as const) {
      await patch(admin, `/affiliates/${id}`, { status });
      expect(await used(), status).toBe(expected);
    }
  });

  test('counts every campaign except ended and deleted ones, immediately after each write', async () => {
    const { admin } = await createBrand();
    const used = async () => (await readUsage(admin)).campaigns.used;
    const { id } = await createCampaign(admin);
    const draft = await createCampaign(admin);
    expect(await used()).toBe(2);
    for (const [status, expected] of [
      ['active', 2],
      ['paused', 2],
      ['ended', 1],
    ] as const) {
      await patch(admin, `/campaigns/${id}`, { status });
      expect(await used(), status).toBe(expected);
    }
    await send('DELETE', `/campaigns/${draft.id}`, { token: admin });
    expect(await used()).toBe(0);
  });

  test('excludes creators and campaigns of other brands', async () => {
    const [acme, globex] = [await createBrand(), await createBrand()];
    await invite(acme.admin);
    await createCampaign(acme.admin);
    expect(await readUsage(globex.admin)).toMatchObject({ creators: { used: 0 }, campaigns: { used: 0 } });
  });
});

describe('the billing period', () => {
  test('ends at the millisecond at which the next period starts', async () => {
    const clock = fakeClock('2026-03-15T12:00:00.000Z');
    const { brand } = await createBrand();
    clock.set('2026-04-15T11:59:59.999Z');
    const { token } = await newToken(brand.id, 'admin');
    expect(await readUsage(token)).toMatchObject({
      currentPeriodStart: '2026-03-15T12:00:00.000Z',
      currentPeriodEnd: '2026-04-15T12:00:00.000Z',
    });
    clock.set('2026-04-15T12:00:00.000Z');
    expect(await readUsage(token)).toMatchObject({
      currentPeriodStart: '2026-04-15T12:00:00.000Z',
      currentPeriodEnd: '2026-05-15T12:00:00.000Z',
    });
    expect((await readSubscription(token)).currentPeriodEnd).toBe('2026-05-15T12:00:00.000Z');
  });

  test('ends on the 31st, or on the last day of a shorter month, when the subscription began on the 31st', async () => {
    const clock = fakeClock('2027-12-31T08:00:00.000Z');
    const { brand } = await createBrand();
    for (const [day, start, end] of [
      ['2028-01-30', '2027-12-31', '2028-01-31'],
      ['2028-01-31', '2027-12-31', '2028-01-31'],
      ['2028-02-15', '2028-01-31', '2028-02-29'],
      ['2028-03-30', '2028-02-29', '2028-03-31'],
      ['2028-04-29', '2028-03-31', '2028-04-30'],
      ['2029-03-01', '2029-02-28', '2029-03-31'],
    ]) {
      clock.set(`${day}T07:00:00.000Z`);
      const { token } = await newToken(brand.id, 'member');
      expect(await readUsage(token), day).toMatchObject({
        currentPeriodStart: `${start}T08:00:00.000Z`,
        currentPeriodEnd: `${end}T08:00:00.000Z`,
      });
    }
  });
});

test.each(['/billing', '/billing/usage'])(
  'GET /v1%s rejects query parameters with 400 and ignores a body',
  async (path) => {
    const { admin } = await createBrand();
    expect((await send('GET', `${path}?limit=1`, { token: admin })).status).toBe(400);
    expect((await send('GET', path, { token: admin, body: '{not JSON' })).status).toBe(200);
  },
);
