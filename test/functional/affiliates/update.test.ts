import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/shared/ids.ts';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { invite, patch } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal, refusedFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const change = (id: string, body: unknown, token = acme.admin) =>
  send('PATCH', `/affiliates/${id}`, { token, body });

describe('changing a creator', () => {
  test('answers 200 with the whole creator, in which the rest is as it was', async () => {
    const creator = await invite(acme.admin, { name: 'Ada' });
    const answer = await change(creator.id, { name: ' Ada Lovelace ' });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ data: { ...creator, name: 'Ada Lovelace' } });
    const read = await send('GET', `/affiliates/${creator.id}`, { token: acme.admin });
    expect(read.json).toEqual(answer.json);
    expect(await getItem(keys.item(acme.brand.id, 'affiliate', creator.id))).toMatchObject({
      name: 'Ada Lovelace',
      status: 'invited',
    });
  });

  test('takes all of its fields at once', async () => {
    const { id } = await invite(acme.admin);
    const body = { status: 'active', name: 'Ada', commissionOverride: { type: 'fixed', value: 2.5 } };
    expect((await change(id, body)).json.data).toMatchObject(body);
  });

  test('is open to members', async () => {
    const { id } = await invite(acme.admin);
    const commissionOverride = { type: 'percentage', value: 30 };
    expect((await change(id, { commissionOverride }, acme.member)).json.data).toMatchObject({
      commissionOverride,
    });
  });

  test('to what it is already writes nothing', async () => {
    const commissionOverride = { type: 'percentage', value: 12.5 };
    const creator = await invite(acme.admin, { name: 'Ada', commissionOverride });
    const before = await allItems();
    const answer = await change(creator.id, { name: 'Ada', commissionOverride });
    expect(answer.json).toEqual({ data: creator });
    expect(await allItems()).toEqual(before);
  });
});

describe('a commission override', () => {
  test.each([
    [
      { type: 'percentage', value: 100 },
      { type: 'percentage', value: 10_000 },
    ],
    [
      { type: 'percentage', value: 0.01 },
      { type: 'percentage', value: 1 },
    ],
    [
      { type: 'percentage', value: 12.35 },
      { type: 'percentage', value: 1235 },
    ],
    [
      { type: 'fixed', value: 4.35 },
      { type: 'fixed', value: 435 },
    ],
    [
      { type: 'fixed', value: 1e-2 },
      { type: 'fixed', value: 1 },
    ],
    [
      { type: 'fixed', value: 9_999_999_999_999.99 },
      { type: 'fixed', value: 999_999_999_999_999 },
    ],
  ])('%j is stored as %j', async (commissionOverride, stored) => {
    const { id } = await invite(acme.admin);
    const answer = await change(id, { commissionOverride });
    expect(answer.json.data.commissionOverride).toEqual(commissionOverride);
    expect(await getItem(keys.item(acme.brand.id, 'affiliate', id))).toMatchObject({
      commissionOverride: stored,
    });
  });

  test('goes with null, and stays where it is not named', async () => {
    const commissionOverride = { type: 'percentage', value: 5 };
    const { id } = await invite(acme.admin, { commissionOverride });
    expect(await patch(acme.admin, `/affiliates/${id}`, { name: 'Ada' })).toMatchObject({
      commissionOverride,
    });
    const without = await patch(acme.admin, `/affiliates/${id}`, { commissionOverride: null });
    expect(without.commissionOverride).toBeNull();
    expect(await getItem(keys.item(acme.brand.id, 'affiliate', id))).toMatchObject({
      commissionOverride: null,
    });
  });

  test.each([
    ['JPY', 500, true],
    ['JPY', 500.5, false],
    ['BHD', 0.125, true],
    ['BHD', 0.1255, false],
    ['HUF', 1.25, true],
    ['USD', 0.125, false],
  ])('in %s may be %d: %s', async (currency, value, taken) => {
    const brand = await createBrand('growth', { currency });
    const { id } = await invite(brand.admin);
    const answer = await change(id, { commissionOverride: { type: 'fixed', value } }, brand.admin);
    if (taken) expect(answer.json.data.commissionOverride.value).toBe(value);
    else expectRefusal(answer, refusedFields('commissionOverride.value'));
  });
});

describe('a change that is refused writes nothing:', () => {
  test.each([
    ['an unknown status', { status: 'retired' }, ['status']],
    ['null as status', { status: null }, ['status']],
    ['null as name', { name: null }, ['name']],
    ['an empty name', { name: '' }, ['name']],
    [
      'a percentage over 100',
      { commissionOverride: { type: 'percentage', value: 101 } },
      ['commissionOverride.value'],
    ],
    [
      'an empty override',
      { commissionOverride: {} },
      ['commissionOverride.type', 'commissionOverride.value'],
    ],
    ['an e-mail address', { email: 'new@creators.test' }, ['email', '']],
    ['a tracking code', { trackingCode: 'new-code' }, ['trackingCode', '']],
    ['sums', { totalRevenue: 1_000_000, name: 'Ada' }, ['totalRevenue']],
    ['campaigns', { campaignIds: [] }, ['campaignIds', '']],
  ])('%s', async (_, body, paths) => {
    const { id } = await invite(acme.admin);
    const before = await allItems();
    expectRefusal(await change(id, body), refusedFields(...paths));
    expect(await allItems()).toEqual(before);
  });
});

describe('a creator that does not exist', () => {
  test('answers the same bytes to every id that is none, unknown, or another brand’s', async () => {
    const globex = await createBrand();
    const foreign = await invite(globex.admin);
    const before = await allItems();
    const ids = [newId('affiliate', new Date()), foreign.id, 'nobody', newId('campaign', new Date()), '%20'];
    for (const id of ids) {
      expectRefusal(
        await send('GET', `/affiliates/${id}`, { token: acme.admin }),
        refusal(404, 'Affiliate not found'),
      );
      expectRefusal(await change(id, { name: 'Ada' }), refusal(404, 'Affiliate not found'));
    }
    expect(await allItems()).toEqual(before);
  });

  test('is said only to a body that would be taken', async () => {
    expectRefusal(await change('nobody', { name: '' }), refusedFields('name'));
  });
});
