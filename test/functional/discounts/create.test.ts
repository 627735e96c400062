import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/shared/ids.ts';
import { getItem } from '#lib/table/client.ts';
import { readCounter } from '#lib/table/counters.ts';
import { affiliateScope, keys, ofAffiliate } from '#lib/table/keys/keys.ts';
import { atOnce, statusesOf } from '#test/support/at-once.ts';
import { createCampaign, createDiscount, invite, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal, refusedFields } from '#test/support/refusals.ts';
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

describe('creating a discount code', () => {
  test('answers 201 with all its fields, stores it, and counts it', async () => {
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
        usageCount: 0,
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
      byAffiliate: ofAffiliate(brand.id, 'discount', creator.id),
    });
    expect(await getItem(keys.discountCode(brand.id, 'ada_15-x'))).toMatchObject({ discountId: id });
    expect(await readCounter(brand.id, 'discounts')).toEqual({ total: 1 });
    const scope = affiliateScope(brand.id, creator.id);
    expect(await readCounter(scope, 'affiliateDiscounts')).toEqual({ total: 1 });
  });

  test('without a campaign has null there', async () => {
    expect((await createDiscount(acme.admin, affiliateId)).campaignId).toBeNull();
  });

  test.each(['a', 'a'.repeat(64), 'A_b-9', '0'])('takes the code "%s"', async (code) => {
    const { admin } = await createBrand();
    const creator = await invite(admin);
    expect((await createDiscount(admin, creator.id, { code })).code).toBe(code);
  });

  test('is not for members: 403, and nothing is written', async () => {
    const before = await allItems();
    expectRefusal(
      await create(definition(), acme.member),
      refusal(403, 'Your role does not allow this action'),
    );
    expect(await allItems()).toEqual(before);
  });

  test('goes for a creator of any status', async () => {
    const { id } = await invite(acme.admin);
    await send('PATCH', `/affiliates/${id}`, { token: acme.admin, body: { status: 'banned' } });
    expect((await create(definition({ affiliateId: id }))).status).toBe(201);
  });
});

describe('the value', () => {
  test.each([
    ['USD', 'percentage', 100, true],
    ['USD', 'percentage', 0.01, true],
    ['USD', 'percentage', 33.33, true],
    ['USD', 'percentage', 0, false],
    ['USD', 'percentage', -1, false],
    ['USD', 'percentage', 100.01, false],
    ['USD', 'percentage', 0.001, false],
    ['JPY', 'percentage', 12.5, true],
    ['USD', 'fixed', 0.01, true],
    ['USD', 'fixed', 1234.5, true],
    ['USD', 'fixed', 0, false],
    ['USD', 'fixed', 0.001, false],
    ['USD', 'fixed', 1.005, false],
    ['USD', 'fixed', -5, false],
    ['USD', 'fixed', 1e13, false],
    ['JPY', 'fixed', 100, true],
    ['JPY', 'fixed', 100.5, false],
    ['BHD', 'fixed', 1.005, true],
    ['BHD', 'fixed', 1.0005, false],
  ])('in %s of a %s discount may be %d: %s', async (currency, type, value, taken) => {
    const { admin } = await createBrand('growth', { currency });
    const creator = await invite(admin);
    const answer = await create(definition({ type, value, affiliateId: creator.id }), admin);
    if (taken) expect(answer.json.data).toMatchObject({ type, value });
    else expectRefusal(answer, refusedFields('value'));
  });
});

describe('a discount of the wrong shape is a 400 that names the field, and writes nothing:', () => {
  test.each([
    ['no body', undefined, ['']],
    ['an empty object', {}, ['code', 'type', 'value', 'affiliateId']],
    ['an empty code', { code: '' }, ['code']],
    ['a code of 65 characters', { code: 'a'.repeat(65) }, ['code']],
    ['a code with a space', { code: 'ADA 15' }, ['code']],
    ['a code with a percent sign', { code: 'ADA%' }, ['code']],
    ['a code with an umlaut', { code: 'ÄDA' }, ['code']],
    ['a code with a line break', { code: 'ADA\n' }, ['code']],
    ['null as code', { code: null }, ['code']],
    ['a number as code', { code: 15 }, ['code']],
    ['an unknown type', { type: 'free_shipping' }, ['type']],
    ['a text as value', { value: '15' }, ['value']],
    ['null as value', { value: null }, ['value']],
    ['no id as creator', { affiliateId: 'ada' }, ['affiliateId']],
    ['null as creator', { affiliateId: null }, ['affiliateId']],
    ['no id as campaign', { campaignId: 'spring' }, ['campaignId']],
    ['an unknown field', { maxUses: 5 }, ['maxUses']],
    ['a status', { status: 'active' }, ['status']],
    ['several of these', { code: '', type: 'x' }, ['code', 'type']],
  ])('%s', async (name, changes, paths) => {
    const before = await allItems();
    const body = name === 'an empty object' ? {} : changes && definition(changes);
    expectRefusal(await create(body), refusedFields(...paths));
    expect(await allItems()).toEqual(before);
  });
});

describe('what a discount code is for', () => {
  test('must exist in this brand: a 400 names the field', async () => {
    const globex = await createBrand();
    const [creator, campaign] = await Promise.all([invite(globex.admin), createCampaign(globex.admin)]);
    const before = await allItems();
    for (const id of [newId('affiliate', new Date()), creator.id]) {
      expectRefusal(
        await create(definition({ affiliateId: id })),
        refusal(400, 'Invalid request body', [{ path: 'affiliateId', message: 'Affiliate not found' }]),
      );
    }
    for (const id of [newId('campaign', new Date()), campaign.id]) {
      expectRefusal(
        await create(definition({ campaignId: id })),
        refusal(400, 'Invalid request body', [{ path: 'campaignId', message: 'Campaign not found' }]),
      );
    }
    expect(await allItems()).toEqual(before);
  });
});

describe('a code that is taken', () => {
  const taken = refusal(409, 'A discount with this code exists already');

  test('is a 409, whatever its case, type or creator, and nothing is written', async () => {
    const code = unusedCode();
    await createDiscount(acme.admin, affiliateId, { code });
    const other = await invite(acme.admin);
    const before = await allItems();
    expectRefusal(await create(definition({ code })), taken);
    expectRefusal(await create(definition({ code: code.toUpperCase() })), taken);
    expectRefusal(await create(definition({ code, type: 'fixed', affiliateId: other.id })), taken);
    expect(await allItems()).toEqual(before);
  });

  test('is so in its own brand only', async () => {
    const globex = await createBrand();
    const creator = await invite(globex.admin);
    const { code } = await createDiscount(acme.admin, affiliateId);
    expect((await createDiscount(globex.admin, creator.id, { code })).code).toBe(code);
  });

  test('is taken by exactly one of 20 at once', async () => {
    const { brand, admin } = await createBrand();
    const creator = await invite(admin);
    const answers = await atOnce(20, (index) =>
      create(definition({ code: index % 2 === 0 ? 'summer' : 'SUMMER', affiliateId: creator.id }), admin),
    );
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 19 });
    expect(await readCounter(brand.id, 'discounts')).toEqual({ total: 1 });
    expect((await send('GET', '/discounts', { token: admin })).json.data).toHaveLength(1);
  });
});
