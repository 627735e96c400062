import { describe, expect, test } from 'vitest';
import { setPlan } from '#lib/access/brands/store/brands.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createCampaign, patch } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

const limitReached = errorBody(403, 'Campaign limit reached');
const createOne = (token: string, status = 'draft') =>
  send('POST', '/campaigns', { token, body: { name: 'Spring', status } });

/** Creates a brand on Growth, which allows 50 campaigns, and sets its campaign counter directly. */
async function brandWithCampaigns(open: number): Promise<TestBrand> {
  const acme = await createBrand('growth');
  await transact([
    incrementCounter(acme.brand.id, 'campaigns', acme.brand.id, { total: open, active: open, open }),
  ]);
  return acme;
}

describe('the campaign limit of the Growth plan', () => {
  test('the campaign limit of the Growth plan is 50 campaigns, including drafts', async () => {
    const { brand, admin, member } = await createBrand('growth');
    const answers = await runConcurrently(50, (index) =>
      createOne(admin, index % 2 === 0 ? 'draft' : 'active'),
    );
    expect(countByStatus(answers)).toEqual({ 201: 50 });
    const before = await allItems();
    for (const token of [admin, member]) {
      expectError(await createOne(token), limitReached);
      expectError(await createOne(token, 'active'), limitReached);
    }
    expect(await allItems()).toEqual(before);
    expect(await readCounter(brand.id, 'campaigns')).toEqual({ total: 50, draft: 25, active: 25, open: 50 });
  });

  test('does not count ended campaigns', async () => {
    const { admin } = await brandWithCampaigns(49);
    const { id } = await createCampaign(admin, { status: 'active' });
    expectError(await createOne(admin), limitReached);
    await patch(admin, `/campaigns/${id}`, { status: 'paused' });
    expectError(await createOne(admin), limitReached);
    await patch(admin, `/campaigns/${id}`, { status: 'ended' });
    expect((await createOne(admin)).status).toBe(201);
    expectError(await createOne(admin), limitReached);
  });

  test('does not count deleted campaigns', async () => {
    const { admin } = await brandWithCampaigns(49);
    const { id } = await createCampaign(admin);
    expectError(await createOne(admin), limitReached);
    expect((await send('DELETE', `/campaigns/${id}`, { token: admin })).status).toBe(204);
    expect((await createOne(admin)).status).toBe(201);
  });

  test('allows changes to existing campaigns after a downgrade leaves the brand over the limit', async () => {
    const { brand, admin } = await brandWithCampaigns(50);
    await setPlan(brand.id, 'scale');
    const { id } = await createCampaign(admin);
    await setPlan(brand.id, 'growth');
    expect((await patch(admin, `/campaigns/${id}`, { status: 'active' })).status).toBe('active');
    expectError(await createOne(admin), limitReached);
  });

  test('allows exactly one of 20 concurrent creations when the brand is one campaign below the limit', async () => {
    const { brand, admin } = await brandWithCampaigns(49);
    const answers = await runConcurrently(20, () => createOne(admin));
    expect(countByStatus(answers)).toEqual({ 201: 1, 403: 19 });
    expect((await readCounter(brand.id, 'campaigns')).open).toBe(50);
  });
});

test('the Scale plan has no campaign limit', async () => {
  const { brand, admin } = await brandWithCampaigns(1_000_000);
  await setPlan(brand.id, 'scale');
  expect((await createOne(admin)).status).toBe(201);
});
