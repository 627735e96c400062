import { beforeAll, describe, expect, test } from 'vitest';
import { getItem } from '#lib/foundation/table/client.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { createCampaign } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const create = (body: unknown, token = acme.admin) => send('POST', '/campaigns', { token, body });

describe('POST /v1/campaigns', () => {
  test('returns 201 with the complete draft when the body has only a name', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.123Z');
    const { brand, member } = await createBrand();
    const answer = await create({ name: ' Spring ' }, member);
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      data: {
        id: expect.stringMatching(/^cmp_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
        name: 'Spring',
        status: 'draft',
        isRunning: false,
        creatorsCount: 0,
        externalId: null,
        metadata: {},
        startDate: null,
        endDate: null,
        landingUrl: null,
        commission: null,
        attributionWindowDays: null,
        customerAttribution: null,
        graceDays: 0,
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

  test('accepts every field', async () => {
    const { brand, admin } = await createBrand();
    const body = {
      name: 'Spring',
      status: 'active',
      startDate: '2026-03-01',
      endDate: '2026-03-01',
      landingUrl: 'https://acme.test/spring?from=creators#top',
      commission: { type: 'fixed', value: 12.34 },
      graceDays: 7,
      customerAttribution: { type: 'lifetime' },
    };
    const answer = await create(body, admin);
    expect(answer.json.data).toMatchObject(body);
    expect(await getItem(keys.item(brand.id, 'campaign', answer.json.data.id))).toMatchObject({
      ...body,
      commission: { type: 'fixed', value: 1234 },
    });
    expect(await readCounter(brand.id, 'campaigns')).toEqual({ total: 1, active: 1, open: 1 });
  });

  test('accepts null for each optional field', async () => {
    const nullFields = { startDate: null, endDate: null, landingUrl: null, commission: null };
    const { data } = (await create({ name: 'Spring', ...nullFields, graceDays: null })).json;
    expect(data).toMatchObject({ ...nullFields, graceDays: 0 });
  });

  test('creates two campaigns with the same name', async () => {
    const [first, second] = [await createCampaign(acme.admin), await createCampaign(acme.admin)];
    expect(first.name).toBe(second.name);
    expect(first.id).not.toBe(second.id);
  });

  test.each([
    [{ startDate: '2026-01-01', endDate: '2026-12-31' }],
    [{ startDate: '2028-02-29' }],
    [{ endDate: '2026-03-01' }],
    [{ startDate: '2026-03-01', endDate: null }],
  ])('accepts the dates %j', async (dates) => {
    expect((await create({ name: 'Spring', ...dates })).json.data).toMatchObject(dates);
  });
});

describe('POST /v1/campaigns with invalid input', () => {
  const name = 'Spring';
  test.each([
    ['a missing body', undefined, ['']],
    ['a missing name', {}, ['name']],
    ['a null name', { name: null }, ['name']],
    ['an empty name', { name: '' }, ['name']],
    ['a blank name', { name: ' \t' }, ['name']],
    ['a name of 201 characters', { name: 'a'.repeat(201) }, ['name']],
    ['a numeric name', { name: 7 }, ['name']],
    ['the status paused', { name, status: 'paused' }, ['status']],
    ['the status ended', { name, status: 'ended' }, ['status']],
    ['a date with a time', { name, startDate: '2026-03-01T00:00:00Z' }, ['startDate']],
    ['a day that does not exist', { name, startDate: '2026-02-29' }, ['startDate']],
    ['a month that does not exist', { name, endDate: '2026-13-01' }, ['endDate']],
    ['a date without leading zeros', { name, endDate: '2026-3-1' }, ['endDate']],
    ['an empty date', { name, endDate: '' }, ['endDate']],
    ['a numeric date', { name, startDate: 20_260_301 }, ['startDate']],
    ['an end before the start', { name, startDate: '2026-03-02', endDate: '2026-03-01' }, ['endDate']],
    ['an attribution window of 0 days', { name, attributionWindowDays: 0 }, ['attributionWindowDays']],
    ['an attribution window of 91 days', { name, attributionWindowDays: 91 }, ['attributionWindowDays']],
    ['an attribution window of half a day', { name, attributionWindowDays: 0.5 }, ['attributionWindowDays']],
    ['-1 grace days', { name, graceDays: -1 }, ['graceDays']],
    ['91 grace days', { name, graceDays: 91 }, ['graceDays']],
    ['grace days of half a day', { name, graceDays: 0.5 }, ['graceDays']],
    ['a read-only isRunning', { name, isRunning: true }, ['isRunning']],
    ['an HTTP landing URL', { name, landingUrl: 'http://acme.test/' }, ['landingUrl']],
    ['a javascript: landing URL', { name, landingUrl: 'javascript:alert(1)' }, ['landingUrl']],
    ['a data: landing URL', { name, landingUrl: 'data:text/html,hi' }, ['landingUrl']],
    ['a landing URL with a user name', { name, landingUrl: 'https://acme@evil.test/' }, ['landingUrl']],
    ['a landing URL with a password', { name, landingUrl: 'https://:x@evil.test/' }, ['landingUrl']],
    ['a landing URL without a scheme', { name, landingUrl: 'acme.test' }, ['landingUrl']],
    ['a landing URL with a backslash', { name, landingUrl: 'https://a.test\\@evil.test/' }, ['landingUrl']],
    ['a landing URL with a line break', { name, landingUrl: 'https://a.test\n.b/' }, ['landingUrl']],
    ['a landing URL with a leading space', { name, landingUrl: ' https://acme.test/' }, ['landingUrl']],
    ['a landing URL without slashes', { name, landingUrl: 'https:acme.test' }, ['landingUrl']],
    ['a landing URL without a host', { name, landingUrl: 'https://' }, ['landingUrl']],
    ['a landing URL relative to the scheme', { name, landingUrl: '//acme.test/' }, ['landingUrl']],
    [
      'a landing URL of more than 2,048 characters',
      { name, landingUrl: `https://acme.test/${'a'.repeat(2048)}` },
      ['landingUrl'],
    ],
    ['an empty landing URL', { name, landingUrl: '' }, ['landingUrl']],
    [
      'a commission over 100 percent',
      { name, commission: { type: 'percentage', value: 100.5 } },
      ['commission.value'],
    ],
    ['a commission of 0', { name, commission: { type: 'fixed', value: 0 } }, ['commission.value']],
    [
      'a commission with three decimals',
      { name, commission: { type: 'fixed', value: 0.333 } },
      ['commission.value'],
    ],
    ['an empty commission', { name, commission: {} }, ['commission.type', 'commission.value']],
    ['a read-only creatorsCount', { name, creatorsCount: 5 }, ['creatorsCount']],
    ['an unknown field', { name, budget: 5 }, ['budget']],
  ])('returns 400 for %s, names the field and writes nothing', async (_, body, paths) => {
    const before = await allItems();
    expectError(await create(body), invalidFields(...paths));
    expect(await allItems()).toEqual(before);
  });

  test('explains that endDate must not be before startDate', async () => {
    expectError(
      await create({ name, startDate: '2026-03-02', endDate: '2026-03-01' }),
      errorBody(400, 'Invalid request body', [
        { path: 'endDate', message: '`endDate` must not be before `startDate`' },
      ]),
    );
  });
});
