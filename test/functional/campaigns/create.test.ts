import { beforeAll, describe, expect, test } from 'vitest';
import { getItem } from '#lib/table/client.ts';
import { readCounter } from '#lib/table/counters.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { createCampaign } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal, refusedFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const create = (body: unknown, token = acme.admin) => send('POST', '/campaigns', { token, body });

describe('creating a campaign', () => {
  test('with nothing but a name answers 201 with a draft that has all its fields', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.123Z');
    const { brand, member } = await createBrand();
    const answer = await create({ name: ' Spring ' }, member);
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      data: {
        id: expect.stringMatching(/^cmp_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
        name: 'Spring',
        status: 'draft',
        creatorsCount: 0,
        startDate: null,
        endDate: null,
        landingUrl: null,
        commission: null,
        attributionWindowDays: null,
        totalRevenue: 0,
        createdAt: clock.now().toISOString(),
      },
    });
    const { id } = answer.json.data;
    expect(await getItem(keys.item(brand.id, 'campaign', id))).toMatchObject({
      name: 'Spring',
      status: 'draft',
    });
    expect(await readCounter(brand.id, 'campaigns')).toEqual({ total: 1, draft: 1, open: 1 });
    const read = await send('GET', `/campaigns/${id}`, { token: member });
    expect(read.status).toBe(200);
    expect(read.json).toEqual(answer.json);
  });

  test('takes all of its fields', async () => {
    const { brand, admin } = await createBrand();
    const body = {
      name: 'Spring',
      status: 'active',
      startDate: '2026-03-01',
      endDate: '2026-03-01',
      landingUrl: 'https://acme.test/spring?from=creators#top',
      commission: { type: 'fixed', value: 12.34 },
    };
    const answer = await create(body, admin);
    expect(answer.json.data).toMatchObject(body);
    expect(await getItem(keys.item(brand.id, 'campaign', answer.json.data.id))).toMatchObject({
      ...body,
      commission: { type: 'fixed', value: 1234 },
    });
    expect(await readCounter(brand.id, 'campaigns')).toEqual({ total: 1, active: 1, open: 1 });
  });

  test('takes null where a field may be absent', async () => {
    const nothing = { startDate: null, endDate: null, landingUrl: null, commission: null };
    expect((await create({ name: 'Spring', ...nothing })).json.data).toMatchObject(nothing);
  });

  test('of a name that there is already is another campaign', async () => {
    const [one, other] = [await createCampaign(acme.admin), await createCampaign(acme.admin)];
    expect(one.name).toBe(other.name);
    expect(one.id).not.toBe(other.id);
  });

  test.each([
    [{ startDate: '2026-01-01', endDate: '2026-12-31' }],
    [{ startDate: '2028-02-29' }],
    [{ endDate: '2026-03-01' }],
    [{ startDate: '2026-03-01', endDate: null }],
  ])('may have the dates %j', async (dates) => {
    expect((await create({ name: 'Spring', ...dates })).json.data).toMatchObject(dates);
  });
});

describe('a campaign of the wrong shape is a 400 that names the field, and writes nothing:', () => {
  const name = 'Spring';
  test.each([
    ['no body', undefined, ['']],
    ['no name', {}, ['name']],
    ['null as name', { name: null }, ['name']],
    ['an empty name', { name: '' }, ['name']],
    ['a name of spaces', { name: ' \t' }, ['name']],
    ['a name of 201 characters', { name: 'a'.repeat(201) }, ['name']],
    ['a number as name', { name: 7 }, ['name']],
    ['the status paused', { name, status: 'paused' }, ['status']],
    ['the status ended', { name, status: 'ended' }, ['status']],
    ['null as status', { name, status: null }, ['status']],
    ['a time as date', { name, startDate: '2026-03-01T00:00:00Z' }, ['startDate']],
    ['a day that is none', { name, startDate: '2026-02-29' }, ['startDate']],
    ['a month that is none', { name, endDate: '2026-13-01' }, ['endDate']],
    ['a short date', { name, endDate: '2026-3-1' }, ['endDate']],
    ['an empty date', { name, endDate: '' }, ['endDate']],
    ['a number as date', { name, startDate: 20_260_301 }, ['startDate']],
    ['an end before the start', { name, startDate: '2026-03-02', endDate: '2026-03-01' }, ['endDate']],
    ['a window of no day', { name, attributionWindowDays: 0 }, ['attributionWindowDays']],
    ['a window of 91 days', { name, attributionWindowDays: 91 }, ['attributionWindowDays']],
    ['a window of half a day', { name, attributionWindowDays: 0.5 }, ['attributionWindowDays']],
    ['a landing page without TLS', { name, landingUrl: 'http://acme.test/' }, ['landingUrl']],
    ['a script as landing page', { name, landingUrl: 'javascript:alert(1)' }, ['landingUrl']],
    ['data as landing page', { name, landingUrl: 'data:text/html,hi' }, ['landingUrl']],
    ['credentials in the landing page', { name, landingUrl: 'https://acme@evil.test/' }, ['landingUrl']],
    ['a password in the landing page', { name, landingUrl: 'https://:x@evil.test/' }, ['landingUrl']],
    ['a landing page without a scheme', { name, landingUrl: 'acme.test' }, ['landingUrl']],
    ['a backslash in the landing page', { name, landingUrl: 'https://a.test\\@evil.test/' }, ['landingUrl']],
    ['a line break in the landing page', { name, landingUrl: 'https://a.test\n.b/' }, ['landingUrl']],
    ['a blank before the landing page', { name, landingUrl: ' https://acme.test/' }, ['landingUrl']],
    ['a landing page without slashes', { name, landingUrl: 'https:acme.test' }, ['landingUrl']],
    ['a landing page without a host', { name, landingUrl: 'https://' }, ['landingUrl']],
    ['a path as landing page', { name, landingUrl: '//acme.test/' }, ['landingUrl']],
    ['a long landing page', { name, landingUrl: `https://acme.test/${'a'.repeat(2048)}` }, ['landingUrl']],
    ['an empty landing page', { name, landingUrl: '' }, ['landingUrl']],
    [
      'a commission over 100 percent',
      { name, commission: { type: 'percentage', value: 100.5 } },
      ['commission.value'],
    ],
    ['a commission of nothing', { name, commission: { type: 'fixed', value: 0 } }, ['commission.value']],
    [
      'a commission of a third of a cent',
      { name, commission: { type: 'fixed', value: 0.333 } },
      ['commission.value'],
    ],
    ['an empty commission', { name, commission: {} }, ['commission.type', 'commission.value']],
    ['a count of creators', { name, creatorsCount: 5 }, ['creatorsCount']],
    ['an unknown field', { name, budget: 5 }, ['budget']],
  ])('%s', async (_, body, paths) => {
    const before = await allItems();
    expectRefusal(await create(body), refusedFields(...paths));
    expect(await allItems()).toEqual(before);
  });

  test('and of dates the wrong way round it says which one is wrong, and why', async () => {
    expectRefusal(
      await create({ name, startDate: '2026-03-02', endDate: '2026-03-01' }),
      refusal(400, 'Invalid request body', [{ path: 'endDate', message: 'Must not be before startDate' }]),
    );
  });
});
