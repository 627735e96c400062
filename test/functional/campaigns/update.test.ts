import { beforeAll, describe, expect, test } from 'vitest';
import type { CampaignStatus } from '#lib/campaigns/schema.ts';
import { newId } from '#lib/shared/ids.ts';
import { getItem } from '#lib/table/client.ts';
import { readCounter } from '#lib/table/counters.ts';
import { keys, withStatus } from '#lib/table/keys/keys.ts';
import { atOnce, statusesOf } from '#test/support/at-once.ts';
import { createCampaign, patch } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal, refusedFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});

const change = (id: string, body: unknown, token = acme.admin) =>
  send('PATCH', `/campaigns/${id}`, { token, body });

const ways = {
  draft: [],
  active: ['active'],
  paused: ['active', 'paused'],
  ended: ['active', 'ended'],
} as const satisfies Record<CampaignStatus, readonly CampaignStatus[]>;

async function campaignThatIs(status: CampaignStatus) {
  let campaign = await createCampaign(acme.admin);
  for (const next of ways[status]) {
    campaign = await patch(acme.admin, `/campaigns/${campaign.id}`, { status: next });
  }
  return campaign;
}

const statuses: readonly CampaignStatus[] = ['draft', 'active', 'paused', 'ended'];
const allowed = [
  ['draft', 'active'],
  ['active', 'paused'],
  ['paused', 'active'],
  ['active', 'ended'],
  ['paused', 'ended'],
] as const;
const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));
const forbidden = pairs.filter(
  ([from, to]) => from !== to && !allowed.some((pair) => pair[0] === from && pair[1] === to),
);

const counts = async (): Promise<Record<string, number>> => ({
  open: 0,
  ...Object.fromEntries(statuses.map((status) => [status, 0])),
  ...(await readCounter(acme.brand.id, 'campaigns')),
});

describe.each(['admin', 'member'] as const)('a campaign, changed by a brand’s %s,', (role) => {
  test.each(allowed)('goes from %s to %s', async (from, to) => {
    const campaign = await campaignThatIs(from);
    const before = await counts();
    const answer = await change(campaign.id, { status: to }, acme[role]);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ data: { ...campaign, status: to } });
    expect(await getItem(keys.item(acme.brand.id, 'campaign', campaign.id))).toMatchObject({
      status: to,
      byStatus: withStatus(acme.brand.id, 'campaign', to),
    });
    expect(await counts()).toEqual({
      ...before,
      [from]: Number(before[from]) - 1,
      [to]: Number(before[to]) + 1,
      open: Number(before.open) - Number(to === 'ended'),
    });
  });

  test.each(statuses)(
    'stays %s when it is to become just that: 200, and nothing is written',
    async (status) => {
      const campaign = await campaignThatIs(status);
      const before = await allItems();
      const answer = await change(campaign.id, { status }, acme[role]);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ data: campaign });
      expect(await allItems()).toEqual(before);
    },
  );

  test.each(forbidden)('cannot go from %s to %s: 409, and nothing is written', async (from, to) => {
    const campaign = await campaignThatIs(from);
    const before = await allItems();
    expectRefusal(
      await change(campaign.id, { status: to, name: 'Summer' }, acme[role]),
      refusal(409, `A campaign that is ${from} cannot become ${to}`),
    );
    expect(await allItems()).toEqual(before);
  });
});

describe('changing a campaign', () => {
  const full = {
    name: 'Spring',
    startDate: '2026-03-01',
    endDate: '2026-05-31',
    landingUrl: 'https://acme.test/spring',
    commission: { type: 'percentage', value: 12.5 },
    attributionWindowDays: 7,
  };

  test('leaves the fields that are not named as they are', async () => {
    const campaign = await createCampaign(acme.admin, full);
    const answer = await change(campaign.id, { name: 'Summer' });
    expect(answer.json).toEqual({ data: { ...campaign, name: 'Summer' } });
    expect((await send('GET', `/campaigns/${campaign.id}`, { token: acme.admin })).json).toEqual(answer.json);
  });

  test.each(['startDate', 'endDate', 'landingUrl', 'commission', 'attributionWindowDays'])(
    'takes null away from %s',
    async (field) => {
      const campaign = await createCampaign(acme.admin, full);
      const answer = await change(campaign.id, { [field]: null });
      expect(answer.json).toEqual({ data: { ...campaign, [field]: null } });
      expect(await getItem(keys.item(acme.brand.id, 'campaign', campaign.id))).toMatchObject({
        [field]: null,
      });
    },
  );

  test('takes several fields, and all or none of them', async () => {
    const { id } = await createCampaign(acme.admin);
    expect((await change(id, { ...full, status: 'active' })).json.data).toMatchObject({
      ...full,
      status: 'active',
    });
    const before = await allItems();
    expectRefusal(
      await change(id, { name: 'Summer', landingUrl: 'http://x.test' }),
      refusedFields('landingUrl'),
    );
    expect(await allItems()).toEqual(before);
  });

  test.each([
    ['null as name', { name: null }, ['name']],
    ['null as status', { status: null }, ['status']],
    ['an unknown status', { status: 'deleted' }, ['status']],
    ['an empty name', { name: '' }, ['name']],
    ['a day that is none', { startDate: '2026-06-31' }, ['startDate']],
    ['a text as commission', { commission: '10%' }, ['commission']],
    ['a revenue', { name: 'Summer', totalRevenue: 5 }, ['totalRevenue']],
    ['a count of creators', { name: 'Summer', creatorsCount: 5 }, ['creatorsCount']],
  ])('refuses %s: 400, and nothing is written', async (_, body, paths) => {
    const { id } = await createCampaign(acme.admin);
    const before = await allItems();
    expectRefusal(await change(id, body), refusedFields(...paths));
    expect(await allItems()).toEqual(before);
  });

  test('that does not exist is a 404, the same for every id that is none', async () => {
    const globex = await createBrand();
    const foreign = await createCampaign(globex.admin);
    for (const id of [newId('campaign', new Date()), foreign.id, 'spring', newId('affiliate', new Date())]) {
      expectRefusal(await change(id, { name: 'Summer' }), refusal(404, 'Campaign not found'));
      const read = await send('GET', `/campaigns/${id}`, { token: acme.admin });
      expectRefusal(read, refusal(404, 'Campaign not found'));
    }
    expect((await send('GET', `/campaigns/${foreign.id}`, { token: globex.admin })).json.data).toEqual(
      foreign,
    );
  });
});

describe('the dates of a campaign', () => {
  const dates = { startDate: '2026-03-10', endDate: '2026-03-20' };

  test.each([
    [{ endDate: '2026-03-09' }],
    [{ startDate: '2026-03-21' }],
    [{ startDate: '2026-04-02', endDate: '2026-04-01' }],
  ])('must be in order in the result: %j is a 400', async (changes) => {
    const { id } = await createCampaign(acme.admin, dates);
    const before = await allItems();
    expectRefusal(
      await change(id, changes),
      refusal(400, 'Invalid request body', [{ path: 'endDate', message: 'Must not be before startDate' }]),
    );
    expect(await allItems()).toEqual(before);
  });

  test.each([
    [{ endDate: '2026-03-10' }],
    [{ startDate: '2026-03-20' }],
    [{ startDate: '2026-04-01', endDate: '2026-04-02' }],
    [{ startDate: null, endDate: '2026-03-09' }],
  ])('may be changed to %j', async (changes) => {
    const { id } = await createCampaign(acme.admin, dates);
    expect((await change(id, changes)).json.data).toMatchObject({ ...dates, ...changes });
  });

  test('are a 400 before the status is a 409', async () => {
    const { id } = await createCampaign(acme.admin, dates);
    expect((await change(id, { endDate: '2026-03-01', status: 'ended' })).status).toBe(400);
  });

  test('stay in order when both are changed at once by two', async () => {
    const { id } = await createCampaign(acme.admin, dates);
    const answers = await Promise.all([
      change(id, { startDate: '2026-03-20' }),
      change(id, { endDate: '2026-03-10' }),
    ]);
    expect(statusesOf(answers)).toEqual({ 200: 1, 400: 1 });
    const { data } = (await send('GET', `/campaigns/${id}`, { token: acme.admin })).json;
    expect(data.startDate <= data.endDate).toBe(true);
  });
});

test('the same change of status sent 20 times at once happens once', async () => {
  const { id } = await campaignThatIs('active');
  const before = await counts();
  const answers = await atOnce(20, () => change(id, { status: 'ended' }));
  expect(statusesOf(answers)).toEqual({ 200: 20 });
  expect(await counts()).toEqual({
    ...before,
    active: Number(before.active) - 1,
    ended: Number(before.ended) + 1,
    open: Number(before.open) - 1,
  });
});
