import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { affiliateCounterOwner, affiliatePartition, keys } from '#lib/foundation/table/keys/keys.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createCampaign, createDiscount, invite, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { readPage } from '#test/support/lists.ts';
import { read, recordOrder } from '#test/support/orders.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let affiliateId: string;
beforeAll(async () => {
  acme = await createBrand();
  affiliateId = (await invite(acme.admin)).id;
});

const create = (body: unknown, token = acme.admin) => send('POST', '/discounts', { token, body });
const definition = (changes: object = {}) => ({
  code: unusedCode(),
  type: 'percentage',
  value: 15,
  affiliateId,
  ...changes,
});

describe('POST /v1/discounts', () => {
  test('returns 201 with the complete discount, stores it and counts it', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.123Z');
    const { brand, admin, member } = await createBrand();
    const creator = await invite(admin);
    const campaign = await createCampaign(admin);
    const body = {
      code: 'ADA_15-x',
      type: 'percentage',
      value: 12.5,
      affiliateId: creator.id,
      campaignId: campaign.id,
    };
    const answer = await create(body, admin);
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      data: {
        id: expect.stringMatching(/^dsc_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
        ...body,
        status: 'active',
        startsAt: null,
        endsAt: null,
        usageLimit: null,
        usageCount: 0,
        externalId: null,
        metadata: {},
        totalRevenue: 0,
        createdAt: clock.now().toISOString(),
      },
    });
    const { id } = answer.json.data;
    const read = await send('GET', `/discounts/${id}`, { token: member });
    expect(read.status).toBe(200);
    expect(read.json).toEqual(answer.json);
    expect(await getItem(keys.item(brand.id, 'discount', id))).toMatchObject({
      code: 'ADA_15-x',
      value: 1250,
      affiliateId: creator.id,
      byAffiliate: affiliatePartition(brand.id, 'discount', creator.id),
    });
    expect(await getItem(keys.discountCode(brand.id, 'ada_15-x'))).toMatchObject({ discountId: id });
    expect(await readCounter(brand.id, 'discounts')).toEqual({ total: 1 });
    const owner = affiliateCounterOwner(brand.id, creator.id);
    expect(await readCounter(owner, 'affiliateDiscounts')).toEqual({ total: 1 });
  });

  test('returns null as campaignId when the body has no campaign', async () => {
    expect((await createDiscount(acme.admin, affiliateId)).campaignId).toBeNull();
  });

  test.each([
    'a',
    'a'.repeat(64),
    'A_b-9',
    '0',
    '10%OFF',
    'CAFÉ10',
    'SUMMER SALE 2026',
    '夏セール',
    '=1+1',
    'a/b?c#d',
    '🎁10',
  ])('accepts the code %j and finds it', async (code) => {
    const { admin } = await createBrand();
    const creator = await invite(admin);
    const discount = await createDiscount(admin, creator.id, { code });
    expect(discount.code).toBe(code);
    expect((await readPage(admin, '/discounts', { code })).items).toEqual([discount]);
    expect((await recordOrder(admin, { discountCode: code })).discountId).toBe(discount.id);
  });

  test('trims the code and stores single spaces in it', async () => {
    const { code } = await createDiscount(acme.admin, affiliateId, { code: ' Spring\u00a0 \u3000Sale\n' });
    expect(code).toBe('Spring Sale');
  });

  test('returns the status, the period in UTC and the limit of the body', async () => {
    const validity = { status: 'paused', endsAt: '2026-04-01T00:00:00.000Z', usageLimit: 1 };
    const body = { ...validity, startsAt: '2026-03-01T01:00:00+01:00' };
    const { id } = await createDiscount(acme.admin, affiliateId, body);
    expect(await read(acme.admin, `/discounts/${id}`)).toMatchObject({
      ...validity,
      startsAt: '2026-03-01T00:00:00.000Z',
    });
  });

  test('returns 403 to a user with the role member and writes nothing', async () => {
    const before = await allItems();
    expectError(
      await create(definition(), acme.member),
      errorBody(403, 'Your role does not allow this action'),
    );
    expect(await allItems()).toEqual(before);
  });

  test('creates a discount for a banned creator', async () => {
    const { id } = await invite(acme.admin);
    await send('PATCH', `/affiliates/${id}`, { token: acme.admin, body: { status: 'banned' } });
    expect((await create(definition({ affiliateId: id }))).status).toBe(201);
  });
});

describe('POST /v1/discounts (value validation)', () => {
  test.each([
    ['accepts', 'percentage', 100, 'USD'],
    ['accepts', 'percentage', 0.01, 'USD'],
    ['accepts', 'percentage', 33.33, 'USD'],
    ['rejects', 'percentage', 0, 'USD'],
    ['rejects', 'percentage', -1, 'USD'],
    ['rejects', 'percentage', 100.01, 'USD'],
    ['rejects', 'percentage', 0.001, 'USD'],
    ['accepts', 'percentage', 12.5, 'JPY'],
    ['accepts', 'fixed', 0.01, 'USD'],
    ['accepts', 'fixed', 1234.5, 'USD'],
    ['rejects', 'fixed', 0, 'USD'],
    ['rejects', 'fixed', 0.001, 'USD'],
    ['rejects', 'fixed', 1.005, 'USD'],
    ['rejects', 'fixed', -5, 'USD'],
    ['accepts', 'fixed', 10_000_000_000, 'USD'],
    ['rejects', 'fixed', 10_000_000_000.01, 'USD'],
    ['accepts', 'fixed', 100, 'JPY'],
    ['rejects', 'fixed', 100.5, 'JPY'],
    ['accepts', 'fixed', 1.005, 'BHD'],
    ['rejects', 'fixed', 1.0005, 'BHD'],
  ])('%s a %s discount of %d when the brand’s currency is %s', async (outcome, type, value, currency) => {
    const { admin } = await createBrand('growth', { currency });
    const creator = await invite(admin);
    const answer = await create(definition({ type, value, affiliateId: creator.id }), admin);
    if (outcome === 'accepts') expect(answer.json.data).toMatchObject({ type, value });
    else expectError(answer, invalidFields('value'));
  });
});

describe('POST /v1/discounts with invalid input', () => {
  test.each([
    ['a missing body', undefined, ['']],
    ['an empty object', {}, ['code', 'type', 'value', 'affiliateId']],
    ['an empty code', { code: '' }, ['code']],
    ['a code of 65 characters', { code: 'a'.repeat(65) }, ['code']],
    ['a blank code', { code: ' \u3000\n' }, ['code']],
    ['a code with a zero-width space', { code: 'ADA\u200b15' }, ['code']],
    ['a code with a bidirectional control', { code: 'ADA\u202e15' }, ['code']],
    ['a code with a control character', { code: 'ADA\u000115' }, ['code']],
    ['a code with a blank symbol', { code: 'ADA\u280015' }, ['code']],
    ['a code that is longer than 64 characters when it is compared', { code: '\ufdfa'.repeat(4) }, ['code']],
    ['a null code', { code: null }, ['code']],
    ['a numeric code', { code: 15 }, ['code']],
    ['an unknown type', { type: 'free_shipping' }, ['type']],
    ['a string as value', { value: '15' }, ['value']],
    ['a null value', { value: null }, ['value']],
    ['a malformed creator ID', { affiliateId: 'ada' }, ['affiliateId']],
    ['a null creator ID', { affiliateId: null }, ['affiliateId']],
    ['a malformed campaign ID', { campaignId: 'spring' }, ['campaignId']],
    ['an unknown field', { maxUses: 5 }, ['maxUses']],
    ['an unknown status', { status: 'deleted' }, ['status']],
    ['a limit of 0', { usageLimit: 0 }, ['usageLimit']],
    ['half a use', { usageLimit: 1.5 }, ['usageLimit']],
    ['a day as start', { startsAt: '2026-03-01' }, ['startsAt']],
    [
      'an end at the start',
      { startsAt: '2026-03-01T00:00:00Z', endsAt: '2026-03-01T01:00:00+01:00' },
      ['endsAt'],
    ],
    ['several invalid fields', { code: '', type: 'x' }, ['code', 'type']],
  ])('returns 400 for %s, names the field and writes nothing', async (name, changes, paths) => {
    const before = await allItems();
    const body = name === 'an empty object' ? {} : changes && definition(changes);
    expectError(await create(body), invalidFields(...paths));
    expect(await allItems()).toEqual(before);
  });
});

describe('POST /v1/discounts with an unknown creator or campaign', () => {
  test('returns 400 and names the field, also for creators and campaigns of other brands', async () => {
    const globex = await createBrand();
    const [creator, campaign] = await Promise.all([invite(globex.admin), createCampaign(globex.admin)]);
    const before = await allItems();
    for (const id of [newId('affiliate', new Date()), creator.id]) {
      expectError(
        await create(definition({ affiliateId: id })),
        errorBody(400, 'Invalid request body', [{ path: 'affiliateId', message: 'Affiliate not found' }]),
      );
    }
    for (const id of [newId('campaign', new Date()), campaign.id]) {
      expectError(
        await create(definition({ campaignId: id })),
        errorBody(400, 'Invalid request body', [{ path: 'campaignId', message: 'Campaign not found' }]),
      );
    }
    expect(await allItems()).toEqual(before);
  });
});

describe('POST /v1/discounts with a code that exists', () => {
  const codeTaken = (id: string) =>
    errorBody(409, 'A discount with this code already exists', [
      { path: 'code', message: `Belongs to ${id}`, values: [id] },
    ]);

  test('returns 409 and writes nothing for any letter case of the code, any type and any creator', async () => {
    const code = unusedCode();
    const { id } = await createDiscount(acme.admin, affiliateId, { code });
    const otherCreator = await invite(acme.admin);
    const before = await allItems();
    expectError(await create(definition({ code })), codeTaken(id));
    expectError(await create(definition({ code: code.toUpperCase() })), codeTaken(id));
    expectError(
      await create(definition({ code, type: 'fixed', affiliateId: otherCreator.id })),
      codeTaken(id),
    );
    expect(await allItems()).toEqual(before);
  });

  test.each([
    ['full-width letters', 'Straße 10', 'ＳＴＲＡẞＥ　１０'],
    ['the upper case of ß', 'straße', 'STRASSE'],
    ['repeated spaces', 'big sale', 'BIG \u00a0  SALE'],
    ['separate accents', 'CAFÉ', 'cafe\u0301'],
    ['the upper case of separate accents', 'ΐ1', 'Ϊ\u03011'],
    ['a final sigma', 'ΟΔΟΣ', 'οδοσ'],
    ['a ligature', 'ﬁx', 'FIX'],
  ])('returns 409 for a code that differs only by %s', async (_, code, other) => {
    const { admin } = await createBrand();
    const creator = await invite(admin);
    const { id } = await createDiscount(admin, creator.id, { code });
    const answer = await create(definition({ code: other, affiliateId: creator.id }), admin);
    expectError(answer, codeTaken(id));
  });

  test.each([
    ['an accent', 'CAFE10', 'CAFÉ10'],
    ['a space', 'SUMMER SALE', 'SUMMERSALE'],
    ['a punctuation mark', '10%OFF', '10OFF'],
  ])('creates another code that differs by %s', async (_, code, other) => {
    const { admin } = await createBrand();
    const creator = await invite(admin);
    await createDiscount(admin, creator.id, { code });
    expect((await createDiscount(admin, creator.id, { code: other })).code).toBe(other);
  });

  test('creates the discount when the code exists only in another brand', async () => {
    const globex = await createBrand();
    const creator = await invite(globex.admin);
    const { code } = await createDiscount(acme.admin, affiliateId);
    expect((await createDiscount(globex.admin, creator.id, { code })).code).toBe(code);
  });

  test('returns 409 for a creator whose personal data was erased, also in bulk', async () => {
    const { admin } = await createBrand();
    const [known, creator] = [await invite(admin), await invite(admin)];
    await send('DELETE', `/affiliates/${creator.id}/personal-data`, { token: admin });
    const message = `The personal data of ${creator.id} was erased, so the creator gets no discount code`;
    const refused = definition({ affiliateId: creator.id, metadata: { note: 'Ada' } });
    expectError(await create(refused, admin), errorBody(409, message, undefined, 'affiliate_erased'));
    const discounts = [refused, definition({ affiliateId: known.id })];
    const { json } = await send('POST', '/discounts/bulk', { token: admin, body: { discounts } });
    expect(json.data).toMatchObject([
      { status: 'failed', error: { code: 'affiliate_erased', message } },
      { status: 'created' },
    ]);
    expect((await readPage(admin, '/discounts')).total).toBe(1);
  });

  test('creates exactly one discount when 20 requests with the same code run concurrently', async () => {
    const { brand, admin } = await createBrand();
    const creator = await invite(admin);
    const answers = await runConcurrently(20, (index) =>
      create(definition({ code: index % 2 === 0 ? 'summer' : 'SUMMER', affiliateId: creator.id }), admin),
    );
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 19 });
    expect(await readCounter(brand.id, 'discounts')).toEqual({ total: 1 });
    expect((await send('GET', '/discounts', { token: admin })).json.data).toHaveLength(1);
  });
});
