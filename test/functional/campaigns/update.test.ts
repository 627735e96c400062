import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { keys, statusPartition } from '#lib/foundation/table/keys/keys.ts';
import type { CampaignStatus } from '#lib/program/campaigns/schema.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createCampaign, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});

const update = (id: string, body: unknown, token = acme.admin) =>
  send('PATCH', `/campaigns/${id}`, { token, body });

/** The updates that bring a draft to each status. */
const statusPaths = {
  draft: [],
  active: ['active'],
  paused: ['active', 'paused'],
  ended: ['active', 'ended'],
} as const satisfies Record<CampaignStatus, readonly CampaignStatus[]>;

async function campaignWithStatus(status: CampaignStatus) {
  let campaign = await createCampaign(acme.admin);
  for (const next of statusPaths[status]) {
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

describe.each(['admin', 'member'] as const)('PATCH /v1/campaigns/{id} for the role %s', (role) => {
  test.each(allowed)('changes the status from %s to %s', async (from, to) => {
    const campaign = await campaignWithStatus(from);
    const before = await counts();
    const answer = await update(campaign.id, { status: to }, acme[role]);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ data: { ...campaign, status: to, isRunning: to === 'active' } });
    expect(await getItem(keys.item(acme.brand.id, 'campaign', campaign.id))).toMatchObject({
      status: to,
      byStatus: statusPartition(acme.brand.id, 'campaign', to),
    });
    expect(await counts()).toEqual({
      ...before,
      [from]: Number(before[from]) - 1,
      [to]: Number(before[to]) + 1,
      open: Number(before.open) - Number(to === 'ended'),
    });
  });

  test.each(statuses)('returns 200 and writes nothing when the status is already %s', async (status) => {
    const campaign = await campaignWithStatus(status);
    const before = await allItems();
    const answer = await update(campaign.id, { status }, acme[role]);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ data: campaign });
    expect(await allItems()).toEqual(before);
  });

  test.each(forbidden)(
    'returns 409 and writes nothing for a status change from %s to %s',
    async (from, to) => {
      const campaign = await campaignWithStatus(from);
      const before = await allItems();
      expectError(
        await update(campaign.id, { status: to, name: 'Summer' }, acme[role]),
        errorBody(409, `A campaign that is ${from} cannot become ${to}`),
      );
      expect(await allItems()).toEqual(before);
    },
  );
});

describe('PATCH /v1/campaigns/{id}', () => {
  const full = {
    name: 'Spring',
    startDate: '2026-03-01',
    endDate: '2026-05-31',
    landingUrl: 'https://acme.test/spring',
    commission: { type: 'percentage', value: 12.5 },
    attributionWindowDays: 7,
    customerAttribution: { type: 'months', months: 3 },
    graceDays: 3,
  };

  test('leaves omitted fields unchanged', async () => {
    const campaign = await createCampaign(acme.admin, full);
    const answer = await update(campaign.id, { name: 'Summer' });
    expect(answer.json).toEqual({ data: { ...campaign, name: 'Summer' } });
    expect((await send('GET', `/campaigns/${campaign.id}`, { token: acme.admin })).json).toEqual(answer.json);
  });

  test.each([
    'startDate',
    'endDate',
    'landingUrl',
    'commission',
    'attributionWindowDays',
    'customerAttribution',
  ])('removes %s when it is null', async (field) => {
    const campaign = await createCampaign(acme.admin, full);
    const answer = await update(campaign.id, { [field]: null });
    expect(answer.json).toEqual({ data: { ...campaign, [field]: null } });
    expect(await getItem(keys.item(acme.brand.id, 'campaign', campaign.id))).toMatchObject({
      [field]: null,
    });
  });

  test('resets graceDays to 0 when it is null', async () => {
    const campaign = await createCampaign(acme.admin, full);
    const answer = await update(campaign.id, { graceDays: null });
    expect(answer.json).toEqual({ data: { ...campaign, graceDays: 0 } });
  });

  test('stores the former statuses and rates, each with the time of its change', async () => {
    const clock = fakeClock('2026-05-01T12:00:00.000Z');
    const { admin, brand } = await createBrand();
    const { id } = await createCampaign(admin, { status: 'active' });
    const commission = { type: 'percentage', value: 20 };
    for (const changes of [{ name: 'Spring' }, { status: 'paused' }, { status: 'active' }, { commission }]) {
      clock.advance(60);
      await patch(admin, `/campaigns/${id}`, changes);
    }
    expect(await getItem(keys.item(brand.id, 'campaign', id))).toMatchObject({
      pastStatuses: [
        { value: 'active', until: '2026-05-01T12:02:00.000Z' },
        { value: 'paused', until: '2026-05-01T12:03:00.000Z' },
      ],
      pastCommissions: [{ value: null, until: '2026-05-01T12:04:00.000Z' }],
    });
  });

  test('updates all fields of the request, or none when one is invalid', async () => {
    const { id } = await createCampaign(acme.admin);
    expect((await update(id, { ...full, status: 'active' })).json.data).toMatchObject({
      ...full,
      status: 'active',
    });
    const before = await allItems();
    expectError(
      await update(id, { name: 'Summer', landingUrl: 'http://x.test' }),
      invalidFields('landingUrl'),
    );
    expect(await allItems()).toEqual(before);
  });

  test.each([
    ['a null name', { name: null }, ['name']],
    ['a null status', { status: null }, ['status']],
    ['an unknown status', { status: 'deleted' }, ['status']],
    ['an empty name', { name: '' }, ['name']],
    ['a day that does not exist', { startDate: '2026-06-31' }, ['startDate']],
    ['a string as commission', { commission: '10%' }, ['commission']],
    ['a read-only totalRevenue', { name: 'Summer', totalRevenue: 5 }, ['totalRevenue']],
    ['a read-only creatorsCount', { name: 'Summer', creatorsCount: 5 }, ['creatorsCount']],
  ])('returns 400 for %s and writes nothing', async (_, body, paths) => {
    const { id } = await createCampaign(acme.admin);
    const before = await allItems();
    expectError(await update(id, body), invalidFields(...paths));
    expect(await allItems()).toEqual(before);
  });

  test('returns the same 404 for malformed and unknown IDs and for campaigns of other brands', async () => {
    const globex = await createBrand();
    const foreign = await createCampaign(globex.admin);
    for (const id of [newId('campaign', new Date()), foreign.id, 'spring', newId('affiliate', new Date())]) {
      expectError(await update(id, { name: 'Summer' }), errorBody(404, 'Campaign not found'));
      const read = await send('GET', `/campaigns/${id}`, { token: acme.admin });
      expectError(read, errorBody(404, 'Campaign not found'));
    }
    expect((await send('GET', `/campaigns/${foreign.id}`, { token: globex.admin })).json.data).toEqual(
      foreign,
    );
  });
});

describe('PATCH /v1/campaigns/{id} with a date range', () => {
  const dates = { startDate: '2026-03-10', endDate: '2026-03-20' };

  test.each([
    [{ endDate: '2026-03-09' }],
    [{ startDate: '2026-03-21' }],
    [{ startDate: '2026-04-02', endDate: '2026-04-01' }],
  ])('returns 400 when %j puts endDate before startDate', async (changes) => {
    const { id } = await createCampaign(acme.admin, dates);
    const before = await allItems();
    expectError(
      await update(id, changes),
      errorBody(400, 'Invalid request body', [
        { path: 'endDate', message: '`endDate` must not be before `startDate`' },
      ]),
    );
    expect(await allItems()).toEqual(before);
  });

  test.each([
    [{ endDate: '2026-03-10' }],
    [{ startDate: '2026-03-20' }],
    [{ startDate: '2026-04-01', endDate: '2026-04-02' }],
    [{ startDate: null, endDate: '2026-03-09' }],
  ])('accepts the change %j', async (changes) => {
    const { id } = await createCampaign(acme.admin, dates);
    expect((await update(id, changes)).json.data).toMatchObject({ ...dates, ...changes });
  });

  test('returns 400 instead of 409 when the status change is invalid too', async () => {
    const { id } = await createCampaign(acme.admin, dates);
    expect((await update(id, { endDate: '2026-03-01', status: 'ended' })).status).toBe(400);
  });

  test('keeps the date range valid when two concurrent requests change startDate and endDate', async () => {
    const { id } = await createCampaign(acme.admin, dates);
    const answers = await Promise.all([
      update(id, { startDate: '2026-03-20' }),
      update(id, { endDate: '2026-03-10' }),
    ]);
    expect(countByStatus(answers)).toEqual({ 200: 1, 400: 1 });
    const { data } = (await send('GET', `/campaigns/${id}`, { token: acme.admin })).json;
    expect(data.startDate <= data.endDate).toBe(true);
  });
});

test('20 concurrent changes of a campaign to the same status update the status counters once', async () => {
  const { id } = await campaignWithStatus('active');
  const before = await counts();
  const answers = await runConcurrently(20, () => update(id, { status: 'ended' }));
  expect(countByStatus(answers)).toEqual({ 200: 20 });
  expect(await counts()).toEqual({
    ...before,
    active: Number(before.active) - 1,
    ended: Number(before.ended) + 1,
    open: Number(before.open) - 1,
  });
});

describe('isRunning of GET /v1/campaigns/{id} and GET /v1/campaigns', () => {
  test('`isRunning` is true while the campaign is active, on the days of its dates in the time zone of the brand', async () => {
    const clock = fakeClock('2026-04-01T12:00:00Z');
    const { admin, brand } = await createBrand('growth', { timezone: 'America/New_York' });
    const dates = { startDate: '2026-05-01', endDate: '2026-05-10' };
    const { id } = await createCampaign(admin, { status: 'active', ...dates });
    const runsAt = async (instant: string) => {
      clock.set(instant);
      const { token } = await newToken(brand.id, 'admin');
      const [one, all] = await Promise.all([
        send('GET', `/campaigns/${id}`, { token }),
        send('GET', '/campaigns', { token }),
      ]);
      expect(all.json.data[0].isRunning).toBe(one.json.data.isRunning);
      return one.json.data.isRunning;
    };
    expect(await runsAt('2026-05-01T03:59:59.999Z')).toBe(false);
    expect(await runsAt('2026-05-01T04:00:00.000Z')).toBe(true);
    expect(await runsAt('2026-05-11T03:59:59.999Z')).toBe(true);
    expect(await runsAt('2026-05-11T04:00:00.000Z')).toBe(false);
  });
});
