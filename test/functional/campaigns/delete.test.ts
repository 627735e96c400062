import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createCampaign, invite, patch } from '#test/support/creations.ts';
import { isTransaction, pauseAt } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const remove = (id: string, token = acme.admin) => send('DELETE', `/campaigns/${id}`, { token });
const onlyDrafts = errorBody(409, 'Only draft campaigns can be deleted');
const notFound = errorBody(404, 'Campaign not found');

describe('DELETE /v1/campaigns/{id} for a draft', () => {
  test('returns 204 without a body, and 404 afterwards', async () => {
    const { brand, admin, member } = await createBrand();
    const { id } = await createCampaign(admin);
    const answer = await remove(id, member);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expectError(await send('GET', `/campaigns/${id}`, { token: admin }), notFound);
    expectError(await remove(id, admin), notFound);
    expectError(await send('PATCH', `/campaigns/${id}`, { token: admin, body: { name: 'x' } }), notFound);
    expect(await getItem(keys.item(brand.id, 'campaign', id))).toBeUndefined();
  });

  test('removes the campaign from the list, the totals and the plan usage', async () => {
    const { brand, admin } = await createBrand();
    const [deleted, kept] = [await createCampaign(admin), await createCampaign(admin)];
    await remove(deleted.id, admin);
    const list = await send('GET', '/campaigns', { token: admin });
    expect(list.json).toEqual({ data: [kept], meta: { total: 1, cursor: null, totalIsExact: true } });
    const drafts = await send('GET', '/campaigns?status=draft', { token: admin });
    expect(drafts.json).toEqual({ data: [kept], meta: { total: 1, cursor: null, totalIsExact: true } });
    expect(await readCounter(brand.id, 'campaigns')).toEqual({ total: 1, draft: 1, open: 1 });
  });

  test('deletes a campaign with members and keeps its creators', async () => {
    const { id } = await createCampaign(acme.admin);
    const { id: affiliateId } = await invite(acme.admin, { campaignIds: [id] });
    expect((await remove(id)).status).toBe(204);
    expectError(await send('GET', `/campaigns/${id}/affiliates`, { token: acme.admin }), notFound);
    expectError(
      await send('PUT', `/campaigns/${id}/affiliates/${affiliateId}`, { token: acme.admin }),
      notFound,
    );
    expect((await send('GET', `/affiliates/${affiliateId}`, { token: acme.admin })).status).toBe(200);
  });

  test('deletes the campaign and updates the counters once when 20 requests run concurrently', async () => {
    const { brand, admin } = await createBrand();
    const { id } = await createCampaign(admin);
    const answers = await runConcurrently(20, () => remove(id, admin));
    expect(countByStatus(answers)).toEqual({ 204: 1, 404: 19 });
    expect(await readCounter(brand.id, 'campaigns')).toEqual({ total: 0, draft: 0, open: 0 });
  });

  test('releases the external id that a concurrent change has given to the draft', async () => {
    const { admin } = await createBrand();
    const { id } = await createCampaign(admin);
    const paused = pauseAt(1, () => remove(id, admin), isTransaction);
    expect(await paused.isHeld).toBe(true);
    await patch(admin, `/campaigns/${id}`, { externalId: 'spring' });
    expect((await paused.release()).status).toBe(204);
    expect((await createCampaign(admin, { externalId: 'spring' })).externalId).toBe('spring');
  });

  test('refuses to delete a campaign that a concurrent request has activated', async () => {
    const { brand, admin } = await createBrand();
    const { id } = await createCampaign(admin);
    const paused = pauseAt(1, () => remove(id, admin), isTransaction);
    expect(await paused.isHeld).toBe(true);
    await patch(admin, `/campaigns/${id}`, { status: 'active' });
    expectError(await paused.release(), onlyDrafts);
    expect(await readCounter(brand.id, 'campaigns')).toMatchObject({
      total: 1,
      active: 1,
      open: 1,
      draft: 0,
    });
  });

  test('succeeds only when a concurrent activation fails, and keeps the counters exact', async () => {
    const { brand, admin } = await createBrand();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await createCampaign(admin);
      const start = () => send('PATCH', `/campaigns/${id}`, { token: admin, body: { status: 'active' } });
      const requests = [() => remove(id, admin), start];
      const inOrder = round % 2 === 0 ? requests : requests.toReversed();
      const statuses = (await Promise.all(inOrder.map((request) => request()))).map(({ status }) => status);
      expect([
        [204, 404],
        [200, 409],
      ]).toContainEqual(statuses.sort());
    }
    const { total = 0, active = 0, open = 0, draft } = await readCounter(brand.id, 'campaigns');
    expect({ total, open, draft }).toEqual({ total: active, open: active, draft: 0 });
    const list = await send('GET', '/campaigns', { token: admin });
    expect(list.json.data).toHaveLength(total);
  });
});

test.each([
  ['active', ['active']],
  ['paused', ['active', 'paused']],
  ['ended', ['active', 'ended']],
])(
  'DELETE /v1/campaigns/{id} returns 409 and writes nothing when the status is %s',
  async (_, statusPath) => {
    const { id } = await createCampaign(acme.admin);
    for (const status of statusPath) await patch(acme.admin, `/campaigns/${id}`, { status });
    const before = await allItems();
    expectError(await remove(id), onlyDrafts);
    expect(await allItems()).toEqual(before);
  },
);

test('DELETE /v1/campaigns/{id} returns 404 for malformed and unknown IDs and for campaigns of other brands', async () => {
  const globex = await createBrand();
  const foreign = await createCampaign(globex.admin);
  const before = await allItems();
  for (const id of [newId('campaign', new Date()), foreign.id, 'spring']) {
    expectError(await remove(id), notFound);
  }
  expect(await allItems()).toEqual(before);
});
