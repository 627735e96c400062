import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { invite, patch, unusedEmail } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const update = (id: string, body: unknown, token = acme.admin) =>
  send('PATCH', `/affiliates/${id}`, { token, body });

describe('PATCH /v1/affiliates/{id}', () => {
  test('returns 200 with the complete creator and leaves other fields unchanged', async () => {
    const creator = await invite(acme.admin, { name: 'Ada' });
    const answer = await update(creator.id, { name: ' Ada Lovelace ' });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ data: { ...creator, name: 'Ada Lovelace' } });
    const read = await send('GET', `/affiliates/${creator.id}`, { token: acme.admin });
    expect(read.json).toEqual(answer.json);
    expect(await getItem(keys.item(acme.brand.id, 'affiliate', creator.id))).toMatchObject({
      name: 'Ada Lovelace',
      status: 'invited',
    });
  });

  test('updates all fields in one request', async () => {
    const { id } = await invite(acme.admin);
    const body = {
      status: 'active',
      name: 'Ada',
      commissionOverride: { type: 'fixed', value: 2.5 },
      group: 'vip-1',
      profileUrl: 'https://social.example.com/ada',
    };
    expect((await update(id, body)).json.data).toMatchObject(body);
  });

  test('null removes the profile, a change of another field keeps it, and only an https URL is a profile', async () => {
    const profileUrl = 'https://social.example.com/ada';
    const { id } = await invite(acme.admin, { profileUrl });
    expect((await update(id, { name: 'Ada' })).json.data.profileUrl).toBe(profileUrl);
    expect((await update(id, { profileUrl: null })).json.data.profileUrl).toBeNull();
    const refused = await update(id, { profileUrl: 'javascript:alert(1)' });
    expect(refused.json.details).toEqual([
      { path: 'profileUrl', message: 'Must be an https:// URL without credentials' },
    ]);
  });

  test('allows a user with the role member to update creators', async () => {
    const { id } = await invite(acme.admin);
    const commissionOverride = { type: 'percentage', value: 30 };
    expect((await update(id, { commissionOverride }, acme.member)).json.data).toMatchObject({
      commissionOverride,
    });
  });

  test('writes nothing when the values are unchanged', async () => {
    const commissionOverride = { type: 'percentage', value: 12.5 };
    const creator = await invite(acme.admin, { name: 'Ada', commissionOverride });
    const before = await allItems();
    const answer = await update(creator.id, { name: 'Ada', commissionOverride });
    expect(answer.json).toEqual({ data: creator });
    expect(await allItems()).toEqual(before);
  });
});

describe('PATCH /v1/affiliates/{id} with a commission override', () => {
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
      { type: 'fixed', value: 10_000_000_000 },
      { type: 'fixed', value: 1_000_000_000_000 },
    ],
  ])('accepts the override %j and stores it as %j', async (commissionOverride, stored) => {
    const { id } = await invite(acme.admin);
    const answer = await update(id, { commissionOverride });
    expect(answer.json.data.commissionOverride).toEqual(commissionOverride);
    expect(await getItem(keys.item(acme.brand.id, 'affiliate', id))).toMatchObject({
      commissionOverride: stored,
    });
  });

  test('removes the override when it is null and keeps it when the field is omitted', async () => {
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
    ['accepts', 500, 'JPY'],
    ['rejects', 500.5, 'JPY'],
    ['accepts', 0.125, 'BHD'],
    ['rejects', 0.1255, 'BHD'],
    ['accepts', 1.25, 'HUF'],
    ['rejects', 0.125, 'USD'],
  ])('%s a fixed value of %d when the brand’s currency is %s', async (outcome, value, currency) => {
    const brand = await createBrand('growth', { currency });
    const { id } = await invite(brand.admin);
    const answer = await update(id, { commissionOverride: { type: 'fixed', value } }, brand.admin);
    if (outcome === 'accepts') expect(answer.json.data.commissionOverride.value).toBe(value);
    else expectError(answer, invalidFields('commissionOverride.value'));
  });
});

describe('PATCH /v1/affiliates/{id} with an e-mail address', () => {
  test('changes the address, finds the creator by the new one, and releases the former one', async () => {
    const creator = await invite(acme.admin);
    const email = unusedEmail();
    const answer = await update(creator.id, { email }, acme.member);
    expect(answer.json).toEqual({ data: { ...creator, email } });
    const found = await send('GET', `/affiliates?email=${encodeURIComponent(email)}`, { token: acme.admin });
    expect(found.json.data).toEqual([answer.json.data]);
    expect((await invite(acme.admin, { email: creator.email })).id).not.toBe(creator.id);
  });

  test('returns 409 with the owner when another creator has the address in any letter case, and writes nothing', async () => {
    const owner = await invite(acme.admin);
    const { id } = await invite(acme.admin);
    const before = await allItems();
    const { status, json } = await update(id, { email: owner.email.toUpperCase() });
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'affiliate_exists',
      details: [{ path: 'email', values: [owner.id] }],
    });
    expect(await allItems()).toEqual(before);
  });

  test('changes the address of a creator whose ban it lifts', async () => {
    const { id } = await invite(acme.admin);
    await update(id, { status: 'banned' });
    const body = { status: 'active', email: unusedEmail() };
    expect((await update(id, body)).json.data).toMatchObject(body);
  });
});

describe('PATCH /v1/affiliates/{id} with invalid input', () => {
  test.each([
    ['an unknown status', { status: 'retired' }, ['status']],
    ['a null status', { status: null }, ['status']],
    ['a null name', { name: null }, ['name']],
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
    ['a malformed e-mail address', { email: 'nobody' }, ['email']],
    ['a null e-mail address', { email: null }, ['email']],
    ['a tracking code field', { trackingCode: 'new-code' }, ['trackingCode']],
    ['a read-only total', { totalRevenue: 1_000_000, name: 'Ada' }, ['totalRevenue']],
    ['a campaignIds field', { campaignIds: [] }, ['campaignIds']],
  ])('returns 400 for %s and writes nothing', async (_, body, paths) => {
    const { id } = await invite(acme.admin);
    const before = await allItems();
    expectError(await update(id, body), invalidFields(...paths));
    expect(await allItems()).toEqual(before);
  });
});

describe('/v1/affiliates/{id} with an unknown ID', () => {
  test('returns the same 404 to GET and PATCH for malformed and unknown IDs and for creators of other brands', async () => {
    const globex = await createBrand();
    const foreign = await invite(globex.admin);
    const before = await allItems();
    const ids = [newId('affiliate', new Date()), foreign.id, 'nobody', newId('campaign', new Date()), '%20'];
    for (const id of ids) {
      expectError(
        await send('GET', `/affiliates/${id}`, { token: acme.admin }),
        errorBody(404, 'Affiliate not found'),
      );
      expectError(await update(id, { name: 'Ada' }), errorBody(404, 'Affiliate not found'));
    }
    expect(await allItems()).toEqual(before);
  });

  test('returns 400 instead of 404 to PATCH when the body is invalid too', async () => {
    expectError(await update('nobody', { name: '' }), invalidFields('name'));
  });
});
