import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { createCampaign, invite, unusedCode, unusedEmail } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const sendInvitation = (token: string, body: unknown) => send('POST', '/affiliates/invite', { token, body });

describe('POST /v1/affiliates/invite with invalid input', () => {
  const email = 'ada@creators.test';
  const percentage = { type: 'percentage', value: 10 };
  const unknownCampaign = newId('campaign', new Date());

  test.each([
    ['a missing body', undefined, ['']],
    ['a null body', null, ['']],
    ['an array as body', [{ email }], ['']],
    ['a string as body', '"ada@creators.test"', ['']],
    ['a missing email', {}, ['email']],
    ['a null email', { email: null }, ['email']],
    ['a numeric email', { email: 1 }, ['email']],
    ['an email without a domain', { email: 'ada' }, ['email']],
    ['two email addresses', { email: 'a@x.test,b@x.test' }, ['email']],
    ['an email with a line break', { email: 'a@x.test\nbcc: b@x.test' }, ['email']],
    ['an email of 255 characters', { email: `${'a'.repeat(60)}@${'b.'.repeat(96)}cc` }, ['email']],
    ['an empty name', { email, name: '' }, ['name']],
    ['a blank name', { email, name: '  ' }, ['name']],
    ['a name of 201 characters', { email, name: 'a'.repeat(201) }, ['name']],
    ['a tracking code of 2 characters', { email, trackingCode: 'ab' }, ['trackingCode']],
    ['a tracking code of 41 characters', { email, trackingCode: 'a'.repeat(41) }, ['trackingCode']],
    ['an empty tracking code', { email, trackingCode: '' }, ['trackingCode']],
    ['a tracking code that begins with a hyphen', { email, trackingCode: '-ada' }, ['trackingCode']],
    ['a tracking code that ends with an underscore', { email, trackingCode: 'ada_' }, ['trackingCode']],
    ['a tracking code with a slash', { email, trackingCode: 'a/b/c' }, ['trackingCode']],
    ['a tracking code with an umlaut', { email, trackingCode: 'adä' }, ['trackingCode']],
    ['a tracking code with a line break', { email, trackingCode: 'ada\n' }, ['trackingCode']],
    [
      'a commission override without a value',
      { email, commissionOverride: { type: 'fixed' } },
      ['commissionOverride.value'],
    ],
    [
      'a commission override without a type',
      { email, commissionOverride: { value: 1 } },
      ['commissionOverride.type'],
    ],
    [
      'a commission override of an unknown type',
      { email, commissionOverride: { type: 'free', value: 1 } },
      ['commissionOverride.type'],
    ],
    [
      'a commission override with an unknown field',
      { email, commissionOverride: { ...percentage, currency: 'USD' } },
      ['commissionOverride.currency'],
    ],
    ['a numeric commission override', { email, commissionOverride: 10 }, ['commissionOverride']],
    [
      'a commission override of 0 percent',
      { email, commissionOverride: { ...percentage, value: 0 } },
      ['commissionOverride.value'],
    ],
    [
      'a negative commission override',
      { email, commissionOverride: { ...percentage, value: -1 } },
      ['commissionOverride.value'],
    ],
    [
      'a commission override over 100 percent',
      { email, commissionOverride: { ...percentage, value: 100.01 } },
      ['commissionOverride.value'],
    ],
    [
      'a percentage with three decimals',
      { email, commissionOverride: { ...percentage, value: 9.995 } },
      ['commissionOverride.value'],
    ],
    [
      'a string as override value',
      { email, commissionOverride: { ...percentage, value: '10' } },
      ['commissionOverride.value'],
    ],
    [
      'an infinite override value',
      `{"email":"${email}","commissionOverride":{"type":"fixed","value":1e999}}`,
      ['commissionOverride.value'],
    ],
    ['a campaign ID instead of an array', { email, campaignIds: unknownCampaign }, ['campaignIds']],
    ['a malformed campaign ID', { email, campaignIds: ['spring'] }, ['campaignIds.0']],
    ['an unknown campaign ID', { email, campaignIds: [unknownCampaign] }, ['campaignIds.0']],
    ['a repeated campaign ID', { email, campaignIds: [unknownCampaign, unknownCampaign] }, ['campaignIds']],
    ['an unknown field', { email, note: 'hi' }, ['note']],
    ['a status field', { email, status: 'active' }, ['status']],
    ['several invalid fields', { email: 'ada', name: '', x: 1 }, ['email', 'name', 'x']],
  ])('returns 400 for %s, names the field and writes nothing', async (_, body, paths) => {
    const before = await allItems();
    expectError(await sendInvitation(acme.admin, body), invalidFields(...paths));
    expect(await allItems()).toEqual(before);
  });

  test('returns 400 and names the position of an unknown campaign in the list', async () => {
    const { id } = await createCampaign(acme.admin);
    const before = await allItems();
    expectError(
      await sendInvitation(acme.admin, { email, campaignIds: [id, unknownCampaign] }),
      errorBody(400, 'Invalid request body', [{ path: 'campaignIds.1', message: 'Campaign not found' }]),
    );
    expect(await allItems()).toEqual(before);
  });

  test('returns the same 400 for a campaign of another brand as for an unknown campaign', async () => {
    const { admin } = await createBrand();
    const { id } = await createCampaign(admin);
    const foreign = await sendInvitation(acme.admin, { email, campaignIds: [id] });
    const unknown = await sendInvitation(acme.admin, { email, campaignIds: [unknownCampaign] });
    expect(foreign.text).toBe(unknown.text);
    expectError(foreign, invalidFields('campaignIds.0'));
  });
});

describe('POST /v1/affiliates/invite with a fixed commission override', () => {
  test.each([
    ['accepts', 4.35, 'USD'],
    ['rejects', 4.355, 'USD'],
    ['accepts', 0.01, 'EUR'],
    ['accepts', 500, 'JPY'],
    ['rejects', 0.5, 'JPY'],
    ['accepts', 1.005, 'BHD'],
    ['rejects', 1.0005, 'BHD'],
    ['rejects', 10_000_000_000.01, 'USD'],
    ['rejects', 1e-7, 'USD'],
  ])('%s a fixed amount of %d when the brand’s currency is %s', async (outcome, value, currency) => {
    const { admin } = await createBrand('growth', { currency });
    const commissionOverride = { type: 'fixed', value };
    const answer = await sendInvitation(admin, { email: unusedEmail(), commissionOverride });
    if (outcome === 'accepts') expect(answer.json.data.commissionOverride).toEqual(commissionOverride);
    else expectError(answer, invalidFields('commissionOverride.value'));
  });
});

describe('POST /v1/affiliates/invite with a value that already exists', () => {
  test('returns 409 with the id of the creator when the email already exists in the brand, ignoring case', async () => {
    const { brand, admin } = await createBrand();
    const { id } = await invite(admin, { email: 'Ada@Creators.Test' });
    const before = await allItems();
    for (const email of ['ada@creators.test', 'ADA@CREATORS.TEST']) {
      expectError(
        await sendInvitation(admin, { email }),
        errorBody(
          409,
          `A creator with this e-mail address already exists: ${id}`,
          [{ path: 'email', message: `Belongs to ${id}`, values: [id] }],
          'affiliate_exists',
        ),
      );
    }
    expect(await allItems()).toEqual(before);
    expect(await readCounter(brand.id, 'affiliates')).toMatchObject({ total: 1, used: 1 });
  });

  test('returns 409 when any brand already uses the tracking code, ignoring case', async () => {
    const globex = await createBrand();
    const trackingCode = unusedCode();
    await invite(globex.admin, { trackingCode });
    const before = await allItems();
    for (const code of [trackingCode, trackingCode.toUpperCase()]) {
      for (const token of [globex.admin, acme.admin]) {
        expectError(
          await sendInvitation(token, { email: unusedEmail(), trackingCode: code }),
          errorBody(
            409,
            expect.stringMatching(/^`trackingCode` is already in use: send another one, such as `/),
            [{ path: 'trackingCode', message: expect.any(String), values: expect.any(Array) }],
            'tracking_code_taken',
          ),
        );
      }
    }
    expect(await allItems()).toEqual(before);
  });

  test('suggests three free tracking codes that differ from taken ones, at the maximum length as well', async () => {
    for (const taken of [unusedCode(), 'x'.repeat(40)]) {
      await invite(acme.admin, { trackingCode: taken });
      const suggest = async () => {
        const answer = await sendInvitation(acme.admin, { email: unusedEmail(), trackingCode: taken });
        const [{ message, values }] = answer.json.details;
        for (const code of values) expect([message, answer.json.message].join()).toContain(`\`${code}\``);
        return values;
      };
      const first = await suggest();
      expect(first).toEqual(['2', '3', '4'].map((suffix) => `${taken.slice(0, 38)}-${suffix}`));
      for (const trackingCode of first.slice(0, 2)) await invite(acme.admin, { trackingCode });
      const second = await suggest();
      expect(new Set([...first, ...second]).size).toBe(5);
      for (const trackingCode of second) await invite(acme.admin, { trackingCode });
    }
  });

  test('returns 409 for the email and the tracking code of a banned creator', async () => {
    const email = unusedEmail();
    const { id, trackingCode } = await invite(acme.admin, { email });
    await send('PATCH', `/affiliates/${id}`, { token: acme.admin, body: { status: 'banned' } });
    expect((await sendInvitation(acme.admin, { email })).status).toBe(409);
    expect((await sendInvitation(acme.admin, { email: unusedEmail(), trackingCode })).status).toBe(409);
  });

  test('adds the creator to no campaign when it returns 409', async () => {
    const email = unusedEmail();
    await invite(acme.admin, { email });
    const campaign = await createCampaign(acme.admin);
    expect((await sendInvitation(acme.admin, { email, campaignIds: [campaign.id] })).status).toBe(409);
    const { data } = (await send('GET', `/campaigns/${campaign.id}`, { token: acme.admin })).json;
    expect(data.creatorsCount).toBe(0);
  });
});
