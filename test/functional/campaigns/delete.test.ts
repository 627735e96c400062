import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/shared/ids.ts';
import { getItem } from '#lib/table/client.ts';
import { readCounter } from '#lib/table/counters.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { atOnce, statusesOf } from '#test/support/at-once.ts';
import { createCampaign, invite, patch } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const remove = (id: string, token = acme.admin) => send('DELETE', `/campaigns/${id}`, { token });
const onlyDrafts = refusal(409, 'Only draft campaigns can be deleted');
const notFound = refusal(404, 'Campaign not found');

describe('deleting a draft', () => {
  test('answers 204 without a body, and it is gone', async () => {
    const { brand, admin, member } = await createBrand();
    const { id } = await createCampaign(admin);
    const answer = await remove(id, member);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expectRefusal(await send('GET', `/campaigns/${id}`, { token: admin }), notFound);
    expectRefusal(await remove(id, admin), notFound);
    expectRefusal(await send('PATCH', `/campaigns/${id}`, { token: admin, body: { name: 'x' } }), notFound);
    expect(await getItem(keys.item(brand.id, 'campaign', id))).toBeUndefined();
  });

  test('takes it off the list, its total and the plan’s count', async () => {
    const { brand, admin } = await createBrand();
    const [gone, kept] = [await createCampaign(admin), await createCampaign(admin)];
    await remove(gone.id, admin);
    const list = await send('GET', '/campaigns', { token: admin });
    expect(list.json).toEqual({ data: [kept], meta: { total: 1, cursor: null } });
    const drafts = await send('GET', '/campaigns?status=draft', { token: admin });
    expect(drafts.json).toEqual({ data: [kept], meta: { total: 1, cursor: null } });
    expect(await readCounter(brand.id, 'campaigns')).toEqual({ total: 1, draft: 1, open: 1 });
  });

  test('is possible when creators are in it, who are not in it any more', async () => {
    const { id } = await createCampaign(acme.admin);
    const { id: creator } = await invite(acme.admin, { campaignIds: [id] });
    expect((await remove(id)).status).toBe(204);
    expectRefusal(await send('GET', `/campaigns/${id}/affiliates`, { token: acme.admin }), notFound);
    expectRefusal(
      await send('PUT', `/campaigns/${id}/affiliates/${creator}`, { token: acme.admin }),
      notFound,
    );
    expect((await send('GET', `/affiliates/${creator}`, { token: acme.admin })).status).toBe(200);
  });

  test('20 times at once deletes and counts it once', async () => {
    const { brand, admin } = await createBrand();
    const { id } = await createCampaign(admin);
    const answers = await atOnce(20, () => remove(id, admin));
    expect(statusesOf(answers)).toEqual({ 204: 1, 404: 19 });
    expect(await readCounter(brand.id, 'campaigns')).toEqual({ total: 0, draft: 0, open: 0 });
  });

  test('and starting it at once: one of the two happens, and the counts say which', async () => {
    const { brand, admin } = await createBrand();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await createCampaign(admin);
      const start = () => send('PATCH', `/campaigns/${id}`, { token: admin, body: { status: 'active' } });
      const both = [() => remove(id, admin), start];
      const inTurn = round % 2 === 0 ? both : both.toReversed();
      const statuses = (await Promise.all(inTurn.map((request) => request()))).map(({ status }) => status);
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
])('a campaign that is %s cannot be deleted: 409, and nothing is written', async (_, way) => {
  const { id } = await createCampaign(acme.admin);
  for (const status of way) await patch(acme.admin, `/campaigns/${id}`, { status });
  const before = await allItems();
  expectRefusal(await remove(id), onlyDrafts);
  expect(await allItems()).toEqual(before);
});

test('a campaign that is unknown, another brand’s or no id is a 404', async () => {
  const globex = await createBrand();
  const foreign = await createCampaign(globex.admin);
  const before = await allItems();
  for (const id of [newId('campaign', new Date()), foreign.id, 'spring']) {
    expectRefusal(await remove(id), notFound);
  }
  expect(await allItems()).toEqual(before);
});
