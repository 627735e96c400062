import { describe, expect, test } from 'vitest';
import { setPlan, setSubscriptionStatus } from '#lib/access/brands/store/brands.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { invite, patch, unusedEmail } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

const limitReached = errorBody(403, 'Creator limit reached');
const inviteOne = (token: string) =>
  send('POST', '/affiliates/invite', { token, body: { email: unusedEmail() } });

/** Sets the counter directly, because inviting hundreds of creators is slow and tests nothing more. */
async function brandWithCreators(used: number, plan: 'growth' | 'scale' = 'growth'): Promise<TestBrand> {
  const acme = await createBrand(plan);
  await transact([
    incrementCounter(acme.brand.id, 'affiliates', acme.brand.id, { total: used, active: used, used }),
  ]);
  return acme;
}

const creatorsUsed = async ({ brand }: TestBrand) => (await readCounter(brand.id, 'affiliates')).used;

describe('the creator limit', () => {
  test.each([
    ['growth', 500],
    ['scale', 10_000],
  ] as const)('is enforced on the %s plan after exactly %i creators', async (plan, limit) => {
    const acme = await brandWithCreators(limit - 1, plan);
    expect((await inviteOne(acme.admin)).status).toBe(201);
    const before = await allItems();
    expectError(await inviteOne(acme.admin), limitReached);
    expectError(await inviteOne(acme.member), limitReached);
    expect(await allItems()).toEqual(before);
    expect(await creatorsUsed(acme)).toBe(limit);
  });

  test('changes immediately when the plan changes', async () => {
    const acme = await brandWithCreators(500, 'scale');
    expect((await inviteOne(acme.admin)).status).toBe(201);
    await setPlan(acme.brand.id, 'growth');
    expectError(await inviteOne(acme.admin), limitReached);
    await setPlan(acme.brand.id, 'scale');
    expect((await inviteOne(acme.admin)).status).toBe(201);
  });

  test('stays the same while the subscription is past due', async () => {
    const acme = await brandWithCreators(499);
    await setSubscriptionStatus(acme.brand.id, 'past_due');
    expect((await inviteOne(acme.admin)).status).toBe(201);
    expectError(await inviteOne(acme.admin), limitReached);
  });

  test('the creator limit is separate for each brand', async () => {
    await brandWithCreators(500);
    const globex = await createBrand();
    expect((await inviteOne(globex.admin)).status).toBe(201);
  });
});

describe('PATCH /v1/affiliates/{id} in a brand without a free place', () => {
  test.each([
    ['accepts an invitation', ['active']],
    ['pauses an active creator', ['active', 'paused']],
    ['resumes a paused creator', ['active', 'paused', 'active']],
    ['bans a creator', ['banned']],
  ])('%s, because the creator already has a place', async (_, statuses) => {
    const acme = await brandWithCreators(499);
    const { id } = await invite(acme.admin);
    expectError(await inviteOne(acme.admin), limitReached);
    for (const status of statuses) {
      expect((await patch(acme.admin, `/affiliates/${id}`, { status })).status).toBe(status);
    }
    expect(await creatorsUsed(acme)).toBe(statuses.includes('banned') ? 499 : 500);
  });
});

describe('a banned creator', () => {
  test('does not count towards the creator limit', async () => {
    const acme = await brandWithCreators(499);
    const { id } = await invite(acme.admin);
    expectError(await inviteOne(acme.admin), limitReached);
    await patch(acme.admin, `/affiliates/${id}`, { status: 'banned' });
    expect(await creatorsUsed(acme)).toBe(499);
    expect((await inviteOne(acme.admin)).status).toBe(201);
  });

  test('a banned creator can be reactivated only while the brand is below its creator limit', async () => {
    const acme = await brandWithCreators(499);
    const { id } = await invite(acme.admin);
    await patch(acme.admin, `/affiliates/${id}`, { status: 'banned' });
    const { id: next } = await invite(acme.admin);
    const before = await allItems();
    const reactivate = () =>
      send('PATCH', `/affiliates/${id}`, { token: acme.admin, body: { status: 'active' } });
    expectError(await reactivate(), limitReached);
    expect(await allItems()).toEqual(before);
    await patch(acme.admin, `/affiliates/${next}`, { status: 'banned' });
    expect((await reactivate()).json.data.status).toBe('active');
    expect(await creatorsUsed(acme)).toBe(500);
  });
});

describe('the last free creator slot', () => {
  test('goes to exactly one of 20 concurrent invitations', async () => {
    const acme = await brandWithCreators(499);
    const answers = await runConcurrently(20, () => inviteOne(acme.admin));
    expect(countByStatus(answers)).toEqual({ 201: 1, 403: 19 });
    for (const refused of answers.filter(({ status }) => status === 403)) expectError(refused, limitReached);
    expect(await creatorsUsed(acme)).toBe(500);
    const list = await send('GET', '/affiliates?status=invited', { token: acme.admin });
    expect(list.json.data).toHaveLength(1);
    expect(list.json.meta.total).toBe(1);
  });

  test('the last free creator slot is used once when invitations and reactivations of banned creators run concurrently', async () => {
    const acme = await brandWithCreators(490);
    const banned = await runConcurrently(10, () => invite(acme.admin));
    await Promise.all(banned.map(({ id }) => patch(acme.admin, `/affiliates/${id}`, { status: 'banned' })));
    await transact([
      incrementCounter(acme.brand.id, 'affiliates', acme.brand.id, { total: 9, active: 9, used: 9 }),
    ]);
    const answers = await Promise.all([
      ...banned.map(({ id }) =>
        send('PATCH', `/affiliates/${id}`, { token: acme.admin, body: { status: 'active' } }),
      ),
      ...Array.from({ length: 10 }, () => inviteOne(acme.admin)),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(19);
    expect(await creatorsUsed(acme)).toBe(500);
  });

  test('the last free creator slot is used once when 8 concurrent requests reactivate the same creator, and all of them return 200', async () => {
    const acme = await brandWithCreators(499);
    const { id } = await invite(acme.admin);
    await patch(acme.admin, `/affiliates/${id}`, { status: 'banned' });
    const answers = await runConcurrently(8, () =>
      send('PATCH', `/affiliates/${id}`, { token: acme.admin, body: { status: 'active' } }),
    );
    expect(countByStatus(answers)).toEqual({ 200: 8 });
    expect(await creatorsUsed(acme)).toBe(500);
  });
});
