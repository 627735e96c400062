import { describe, expect, test } from 'vitest';
import type { Creatable } from '#lib/access/billing/rules/plans.ts';
import { setPlan } from '#lib/access/brands/store/brands.ts';
import { periodCounterOwner } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createCampaign, invite, patch, unusedEmail } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { createPortalCreator } from '#test/support/portal.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';

const beganAt = '2026-03-15T12:00:00.000Z';
const nextPeriod = '2026-04-15T12:00:00.000Z';

/** Creates a brand on Growth, and sets the counter of its creations directly. */
async function brandWithCreations(creations: Partial<Record<Creatable, number>>): Promise<TestBrand> {
  fakeClock(beganAt);
  const acme = await createBrand('growth');
  const owner = periodCounterOwner(acme.brand.id, new Date(beganAt));
  await transact([incrementCounter(owner, 'creations', acme.brand.id, creations)]);
  return acme;
}

const inviteOne = (token: string, body: object = {}, headers = {}) =>
  send('POST', '/affiliates/invite', { token, body: { email: unusedEmail(), ...body }, headers });
const createOne = (token: string) => send('POST', '/campaigns', { token, body: { name: 'Spring' } });
const usage = async (token: string) => (await send('GET', '/billing/usage', { token })).json.data;

const limitReached = (kind: Creatable, limit: number) =>
  errorBody(
    403,
    `The plan allows ${limit} new ${kind} in a billing period. The next period begins at ${nextPeriod}`,
    undefined,
    'creation_limit_reached',
  );

describe('the limit of creations in a billing period', () => {
  test('refuses the 1,001st creator on Growth, although banning has freed the places', async () => {
    const { admin } = await brandWithCreations({ creators: 999 });
    const { id } = await invite(admin);
    await patch(admin, `/affiliates/${id}`, { status: 'banned' });
    const before = await allItems();
    expectError(await inviteOne(admin), limitReached('creators', 1000));
    expect(await allItems()).toEqual(before);
    expect((await usage(admin)).creators).toEqual({
      used: 0,
      limit: 500,
      created: 1000,
      creationLimit: 1000,
    });
  });

  test('refuses the 101st campaign on Growth, although ended and deleted campaigns have freed the places', async () => {
    const { admin } = await brandWithCreations({ campaigns: 98 });
    const { id } = await createCampaign(admin, { status: 'active' });
    await patch(admin, `/campaigns/${id}`, { status: 'ended' });
    const draft = await createCampaign(admin);
    await send('DELETE', `/campaigns/${draft.id}`, { token: admin });
    expectError(await createOne(admin), limitReached('campaigns', 100));
    expect((await usage(admin)).campaigns).toMatchObject({ used: 0, created: 100 });
    expect((await inviteOne(admin)).status).toBe(201);
  });

  test('counts an application when the brand accepts it, not before', async () => {
    const acme = await brandWithCreations({ creators: 999 });
    const applicants = [];
    for (const status of ['applied', 'declined'] as const)
      applicants.push((await createPortalCreator(acme.brand, { status })).affiliate.id);
    expect((await usage(acme.admin)).creators.created).toBe(999);
    const [accepted, refused] = applicants;
    expect((await patch(acme.admin, `/affiliates/${accepted}`, { status: 'active' })).status).toBe('active');
    const tooMany = { token: acme.admin, body: { status: 'active' } };
    expectError(await send('PATCH', `/affiliates/${refused}`, tooMany), limitReached('creators', 1000));
  });

  test('starts again with the next billing period', async () => {
    const { brand, admin } = await brandWithCreations({ creators: 1000 });
    expect((await inviteOne(admin)).status).toBe(403);
    fakeClock(nextPeriod);
    const { token } = await newToken(brand.id, 'admin');
    expect((await inviteOne(token)).status).toBe(201);
    expect((await usage(token)).creators).toMatchObject({ used: 1, created: 1 });
  });

  test('rises immediately when the plan changes, and counts the creations before', async () => {
    const { brand, admin } = await brandWithCreations({ creators: 1000, campaigns: 100 });
    await setPlan(brand.id, 'scale');
    expect((await inviteOne(admin)).status).toBe(201);
    expect((await createOne(admin)).status).toBe(201);
    expect(await usage(admin)).toMatchObject({
      creators: { created: 1001, creationLimit: 20_000 },
      campaigns: { created: 101, creationLimit: null },
    });
    await setPlan(brand.id, 'growth');
    expectError(await createOne(admin), limitReached('campaigns', 100));
  });

  test('counts a request with an idempotency key once, and refused requests not at all', async () => {
    const { admin } = await brandWithCreations({ creators: 998 });
    const email = unusedEmail();
    const headers = { 'idempotency-key': 'ada' };
    for (const _ of [1, 2, 3]) expect((await inviteOne(admin, { email }, headers)).status).toBe(201);
    for (const _ of [1, 2]) expect((await inviteOne(admin, { email })).status).toBe(409);
    expect((await usage(admin)).creators.created).toBe(999);
  });

  test('lets exactly one of 20 concurrent invitations take the last creation', async () => {
    const { admin } = await brandWithCreations({ creators: 999 });
    const answers = await runConcurrently(20, () => inviteOne(admin));
    expect(countByStatus(answers)).toEqual({ 201: 1, 403: 19 });
  });
});
