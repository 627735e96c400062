import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/shared/ids.ts';
import { readCounter } from '#lib/table/counters.ts';
import { createCampaign, invite, unusedCode, unusedEmail } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal, refusedFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const inviteTo = (token: string, body: unknown) => send('POST', '/affiliates/invite', { token, body });

describe('an invitation of the wrong shape is a 400 that names the field, and writes nothing:', () => {
  const email = 'ada@creators.test';
  const percentage = { type: 'percentage', value: 10 };
  const unknownCampaign = newId('campaign', new Date());

  test.each([
    ['no body', undefined, ['']],
    ['null', null, ['']],
    ['a list', [{ email }], ['']],
    ['a text', '"ada@creators.test"', ['']],
    ['no e-mail address', {}, ['email']],
    ['null as e-mail address', { email: null }, ['email']],
    ['a number as e-mail address', { email: 1 }, ['email']],
    ['no e-mail address at all', { email: 'ada' }, ['email']],
    ['two e-mail addresses', { email: 'a@x.test,b@x.test' }, ['email']],
    ['an e-mail address with a line break', { email: 'a@x.test\nbcc: b@x.test' }, ['email']],
    ['an e-mail address of 255 characters', { email: `${'a'.repeat(60)}@${'b.'.repeat(96)}cc` }, ['email']],
    ['an empty name', { email, name: '' }, ['name']],
    ['a name of spaces', { email, name: '  ' }, ['name']],
    ['a name of 201 characters', { email, name: 'a'.repeat(201) }, ['name']],
    ['null as name', { email, name: null }, ['name']],
    ['a short tracking code', { email, trackingCode: 'ab' }, ['trackingCode']],
    ['a long tracking code', { email, trackingCode: 'a'.repeat(41) }, ['trackingCode']],
    ['an empty tracking code', { email, trackingCode: '' }, ['trackingCode']],
    ['null as tracking code', { email, trackingCode: null }, ['trackingCode']],
    ['a tracking code with a slash', { email, trackingCode: 'a/b/c' }, ['trackingCode']],
    ['a tracking code with an umlaut', { email, trackingCode: 'adä' }, ['trackingCode']],
    ['a tracking code with a line break', { email, trackingCode: 'ada\n' }, ['trackingCode']],
    [
      'an override without a value',
      { email, commissionOverride: { type: 'fixed' } },
      ['commissionOverride.value'],
    ],
    ['an override without a type', { email, commissionOverride: { value: 1 } }, ['commissionOverride.type']],
    [
      'an override of an unknown type',
      { email, commissionOverride: { type: 'free', value: 1 } },
      ['commissionOverride.type'],
    ],
    [
      'an override with more',
      { email, commissionOverride: { ...percentage, currency: 'USD' } },
      ['commissionOverride.currency'],
    ],
    ['a number as override', { email, commissionOverride: 10 }, ['commissionOverride']],
    ['0 percent', { email, commissionOverride: { ...percentage, value: 0 } }, ['commissionOverride.value']],
    [
      'less than 0 percent',
      { email, commissionOverride: { ...percentage, value: -1 } },
      ['commissionOverride.value'],
    ],
    [
      'more than 100 percent',
      { email, commissionOverride: { ...percentage, value: 100.01 } },
      ['commissionOverride.value'],
    ],
    [
      'a percentage of three decimals',
      { email, commissionOverride: { ...percentage, value: 9.995 } },
      ['commissionOverride.value'],
    ],
    [
      'a text as value',
      { email, commissionOverride: { ...percentage, value: '10' } },
      ['commissionOverride.value'],
    ],
    [
      'an infinite value',
      `{"email":"${email}","commissionOverride":{"type":"fixed","value":1e999}}`,
      ['commissionOverride.value'],
    ],
    ['one campaign and no list', { email, campaignIds: unknownCampaign }, ['campaignIds']],
    ['null as campaigns', { email, campaignIds: null }, ['campaignIds']],
    ['a campaign that is no id', { email, campaignIds: ['spring'] }, ['campaignIds.0']],
    ['a campaign that does not exist', { email, campaignIds: [unknownCampaign] }, ['campaignIds.0']],
    ['a campaign twice', { email, campaignIds: [unknownCampaign, unknownCampaign] }, ['campaignIds']],
    ['an unknown field', { email, note: 'hi' }, ['note']],
    ['a status', { email, status: 'active' }, ['status']],
    ['several of these', { email: 'ada', name: '', x: 1 }, ['email', 'name', 'x']],
  ])('%s', async (_, body, paths) => {
    const before = await allItems();
    expectRefusal(await inviteTo(acme.admin, body), refusedFields(...paths));
    expect(await allItems()).toEqual(before);
  });

  test('the second of two campaigns that does not exist', async () => {
    const { id } = await createCampaign(acme.admin);
    const before = await allItems();
    expectRefusal(
      await inviteTo(acme.admin, { email, campaignIds: [id, unknownCampaign] }),
      refusal(400, 'Invalid request body', [{ path: 'campaignIds.1', message: 'Campaign not found' }]),
    );
    expect(await allItems()).toEqual(before);
  });

  test('another brand’s campaign, in the words for one that does not exist', async () => {
    const { admin } = await createBrand();
    const { id } = await createCampaign(admin);
    const foreign = await inviteTo(acme.admin, { email, campaignIds: [id] });
    const unknown = await inviteTo(acme.admin, { email, campaignIds: [unknownCampaign] });
    expect(foreign.text).toBe(unknown.text);
    expectRefusal(foreign, refusedFields('campaignIds.0'));
  });
});

describe('a fixed override has as many decimals as the brand’s currency:', () => {
  test.each([
    ['USD', 4.35, true],
    ['USD', 4.355, false],
    ['EUR', 0.01, true],
    ['JPY', 500, true],
    ['JPY', 0.5, false],
    ['BHD', 1.005, true],
    ['BHD', 1.0005, false],
    ['USD', 1e15, false],
    ['USD', 1e-7, false],
  ])('%s %d: %s', async (currency, value, taken) => {
    const { admin } = await createBrand('growth', { currency });
    const commissionOverride = { type: 'fixed', value };
    const answer = await inviteTo(admin, { email: unusedEmail(), commissionOverride });
    if (taken) expect(answer.json.data.commissionOverride).toEqual(commissionOverride);
    else expectRefusal(answer, refusedFields('commissionOverride.value'));
  });
});

describe('what is taken', () => {
  test('is an e-mail address in its brand, whatever its case', async () => {
    const { brand, admin } = await createBrand();
    await invite(admin, { email: 'Ada@Creators.Test' });
    const before = await allItems();
    for (const email of ['ada@creators.test', 'ADA@CREATORS.TEST']) {
      expectRefusal(
        await inviteTo(admin, { email }),
        refusal(409, 'A creator with this e-mail address exists already'),
      );
    }
    expect(await allItems()).toEqual(before);
    expect(await readCounter(brand.id, 'affiliates')).toMatchObject({ total: 1, used: 1 });
  });

  test('is a tracking code over the whole service, whatever its case', async () => {
    const globex = await createBrand();
    const trackingCode = unusedCode();
    await invite(globex.admin, { trackingCode });
    const before = await allItems();
    for (const taken of [trackingCode, trackingCode.toUpperCase()]) {
      for (const token of [globex.admin, acme.admin]) {
        expectRefusal(
          await inviteTo(token, { email: unusedEmail(), trackingCode: taken }),
          refusal(409, 'This tracking code is taken'),
        );
      }
    }
    expect(await allItems()).toEqual(before);
  });

  test('stays taken when its creator is banned', async () => {
    const email = unusedEmail();
    const { id, trackingCode } = await invite(acme.admin, { email });
    await send('PATCH', `/affiliates/${id}`, { token: acme.admin, body: { status: 'banned' } });
    expect((await inviteTo(acme.admin, { email })).status).toBe(409);
    expect((await inviteTo(acme.admin, { email: unusedEmail(), trackingCode })).status).toBe(409);
  });

  test('leaves the campaigns of the invitation without the creator', async () => {
    const email = unusedEmail();
    await invite(acme.admin, { email });
    const campaign = await createCampaign(acme.admin);
    expect((await inviteTo(acme.admin, { email, campaignIds: [campaign.id] })).status).toBe(409);
    const { data } = (await send('GET', `/campaigns/${campaign.id}`, { token: acme.admin })).json;
    expect(data.creatorsCount).toBe(0);
  });
});
