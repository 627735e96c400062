import { describe, expect, test } from 'vitest';
import { getItem } from '#lib/foundation/table/client.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { createCampaign, invite, unusedCode, unusedEmail } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createBrand, send } from '#test/support/service.ts';

const creatorId = /^aff_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

describe('POST /v1/affiliates/invite', () => {
  test('returns 201 with the complete creator when the body has only an email', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.123Z');
    const { admin } = await createBrand();
    const answer = await send('POST', '/affiliates/invite', {
      token: admin,
      body: { email: 'ada@creators.test' },
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      data: {
        id: expect.stringMatching(creatorId),
        name: '',
        email: 'ada@creators.test',
        status: 'invited',
        trackingCode: expect.stringMatching(/^[A-Za-z0-9_-]{3,40}$/),
        link: expect.stringMatching(/\/v1\/tracking\/ref\/[A-Za-z0-9_-]{3,40}$/),
        commissionOverride: null,
        group: null,
        profileUrl: null,
        language: null,
        mails: { off: [] },
        mailStatus: 'ok',
        applicationMessage: null,
        externalId: null,
        metadata: {},
        totalRevenue: 0,
        totalOrders: 0,
        commissionEarned: 0,
        createdAt: clock.now().toISOString(),
      },
    });
  });

  test('accepts a name, a tracking code, a commission override, a profile and campaigns', async () => {
    const { admin } = await createBrand();
    const campaign = await createCampaign(admin);
    const trackingCode = unusedCode();
    const answer = await send('POST', '/affiliates/invite', {
      token: admin,
      body: {
        email: 'Ada.Lovelace+x@Creators.Test',
        name: '  Ada Lovelace ',
        trackingCode,
        commissionOverride: { type: 'percentage', value: 12.5 },
        profileUrl: 'https://social.example.com/ada',
        campaignIds: [campaign.id],
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.json.data).toMatchObject({
      email: 'Ada.Lovelace+x@Creators.Test',
      name: 'Ada Lovelace',
      trackingCode,
      commissionOverride: { type: 'percentage', value: 12.5 },
      profileUrl: 'https://social.example.com/ada',
    });
  });

  test('stores the creator, reserves its email and tracking code, and counts it towards the plan limit', async () => {
    const { brand, admin } = await createBrand();
    const { id, trackingCode } = await invite(admin, {
      email: 'Grace@Creators.Test',
      trackingCode: 'Grace-1',
      commissionOverride: { type: 'fixed', value: 4.35 },
    });
    expect(await getItem(keys.item(brand.id, 'affiliate', id))).toMatchObject({
      id,
      brandId: brand.id,
      status: 'invited',
      trackingCode,
      commissionOverride: { type: 'fixed', value: 435 },
      totalRevenue: 0,
    });
    expect(await getItem(keys.affiliateEmail(brand.id, 'grace@creators.test'))).toMatchObject({
      affiliateId: id,
    });
    expect(await getItem(keys.trackingCode('grace-1'))).toMatchObject({
      brandId: brand.id,
      affiliateId: id,
      trackingCode: 'Grace-1',
      status: 'invited',
    });
    expect(await readCounter(brand.id, 'affiliates')).toEqual({ total: 1, invited: 1, used: 1 });
  });

  test('returns the same creator that GET /v1/affiliates/{id} returns', async () => {
    const { admin, member } = await createBrand();
    const invited = await invite(admin, { name: 'Ada', commissionOverride: { type: 'fixed', value: 0.01 } });
    const read = await send('GET', `/affiliates/${invited.id}`, { token: member });
    expect(read.status).toBe(200);
    expect(read.json).toEqual({ data: invited });
  });

  test('allows a user with the role member to invite creators', async () => {
    const { member } = await createBrand();
    expect((await invite(member)).status).toBe('invited');
  });

  test('accepts null as the commission override', async () => {
    const { admin } = await createBrand();
    expect((await invite(admin, { commissionOverride: null })).commissionOverride).toBeNull();
  });

  test('generates a different tracking code for each creator when the body has none', async () => {
    const { admin } = await createBrand();
    const invited = await Promise.all(Array.from({ length: 20 }, () => invite(admin)));
    const codes = invited.map(({ trackingCode }) => trackingCode.toLowerCase());
    expect(new Set(codes).size).toBe(20);
  });

  test.each(['abc', 'a'.repeat(40), 'A_b-9', 'a-_b'])(
    'accepts the tracking code "%s"',
    async (trackingCode) => {
      const { admin } = await createBrand();
      expect((await invite(admin, { trackingCode })).trackingCode).toBe(trackingCode);
    },
  );

  test('accepts an international email, shows it as it was sent, and reserves it in each of its forms', async () => {
    const { brand, admin } = await createBrand();
    const invited = await invite(admin, { email: 'Jürgen@Müller.de' });
    expect(invited.email).toBe('Jürgen@Müller.de');
    expect(await getItem(keys.affiliateEmail(brand.id, 'jürgen@xn--mller-kva.de'))).toMatchObject({
      affiliateId: invited.id,
    });
    for (const email of ['jürgen@xn--mller-kva.de', 'JU\u0308RGEN@MÜLLER.DE']) {
      const answer = await send('POST', '/affiliates/invite', { token: admin, body: { email } });
      expect([answer.status, answer.json.code]).toEqual([409, 'affiliate_exists']);
    }
  });

  test('creates a separate creator when another brand has invited the same email', async () => {
    const [acme, globex] = await Promise.all([createBrand(), createBrand()]);
    const email = unusedEmail();
    const first = await invite(acme.admin, { email });
    const second = await invite(globex.admin, { email });
    expect(first.id).not.toBe(second.id);
  });
});

describe('POST /v1/affiliates/invite with campaigns', () => {
  test('adds the creator to each campaign and increments creatorsCount', async () => {
    const { brand, admin } = await createBrand();
    const campaigns = [await createCampaign(admin), await createCampaign(admin, { status: 'active' })];
    const invited = await invite(admin, { campaignIds: campaigns.map(({ id }) => id) });
    for (const { id } of campaigns) {
      expect((await send('GET', `/campaigns/${id}`, { token: admin })).json.data.creatorsCount).toBe(1);
      const members = await send('GET', `/campaigns/${id}/affiliates`, { token: admin });
      expect(members.json).toEqual({
        data: [{ affiliateId: invited.id, campaignId: id, joinedAt: invited.createdAt }],
        meta: { total: 1, cursor: null, totalIsExact: true },
      });
      expect(await getItem(keys.member(brand.id, id, invited.id))).toBeDefined();
    }
  });

  test('accepts an empty list of campaigns', async () => {
    const { admin } = await createBrand();
    expect((await invite(admin, { campaignIds: [] })).status).toBe('invited');
  });

  test('accepts 20 campaigns', async () => {
    const { admin } = await createBrand();
    const campaigns = await Promise.all(Array.from({ length: 20 }, () => createCampaign(admin)));
    await invite(admin, { campaignIds: campaigns.map(({ id }) => id) });
    const list = await send('GET', '/campaigns', { token: admin });
    expect(list.json.data.map((campaign: { creatorsCount: number }) => campaign.creatorsCount)).toEqual(
      Array(20).fill(1),
    );
  });
});
