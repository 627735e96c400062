import { beforeAll, describe, expect, test } from 'vitest';
import { maxClicksPerVisit } from '#lib/clicks/tracking/writes/visits.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { updateExisting } from '#lib/foundation/table/writes/write.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { read, recordOrder, sumsOf } from '#test/support/orders.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});

const secondsPerDay = 86_400;

async function click(token: string, trackingCode: string, body: object = {}): Promise<Json> {
  const answer = await send('POST', `/tracking/ref/${trackingCode}`, { token, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json.data;
}

async function createCreatorWithReferences(token: string, discountFields: object = {}) {
  const { id, trackingCode } = await invite(token);
  const { code: discountCode } = await createDiscount(token, id, discountFields);
  const { clickId } = await click(token, trackingCode);
  return { id, discountCode, trackingCode, clickId };
}

const outcomes = ({ receipt }: Json) =>
  receipt.candidates.map(({ source, affiliateId, outcome, reason }: Json) => [
    source,
    affiliateId,
    outcome,
    reason,
  ]);

async function expectAttributed(order: Json, affiliateId: string, winner: string): Promise<void> {
  expect(order).toMatchObject({ affiliateId, receipt: { attribution: 'attributed', winner } });
  expect(order.commissionId).toEqual(expect.any(String));
}

function expectUnattributed(order: Json, reason: string): void {
  expect(order).toMatchObject({
    affiliateId: null,
    campaignId: null,
    discountId: null,
    commissionId: null,
    receipt: { attribution: reason, winner: null },
  });
}

describe('POST /v1/conversions (attribution)', () => {
  test('attributes an order by discount code and ignores case and surrounding spaces', async () => {
    const { id, discountCode } = await createCreatorWithReferences(acme.admin);
    for (const text of [discountCode, discountCode.toUpperCase(), ` ${discountCode} `]) {
      await expectAttributed(await recordOrder(acme.admin, { discountCode: text }), id, 'discountCode');
    }
  });

  test('attributes an order by click, with the campaign of the click', async () => {
    const { id: campaignId } = await createCampaign(acme.admin, { status: 'active' });
    const { id, trackingCode } = await invite(acme.admin, { campaignIds: [campaignId] });
    const { clickId, recordedAt } = await click(acme.admin, trackingCode, { campaignId });
    const order = await recordOrder(acme.admin, { clickId });
    await expectAttributed(order, id, 'click');
    expect(order).toMatchObject({ campaignId, discountId: null });
    expect(order.receipt.candidates).toEqual([
      {
        source: 'click',
        reference: clickId,
        affiliateId: id,
        campaignId,
        campaignReason: null,
        clickedAt: recordedAt,
        windowDays: 30,
        filtered: null,
        subIds: null,
        linkId: null,
        validFrom: null,
        validTo: null,
        boundAt: null,
        boundUntil: null,
        outcome: 'won',
        reason: null,
      },
    ]);
  });

  test('attributes an order by tracking code and ignores case', async () => {
    const { id, trackingCode } = await invite(acme.admin);
    const order = await recordOrder(acme.admin, { trackingCode: trackingCode.toUpperCase() });
    await expectAttributed(order, id, 'trackingCode');
    expect(order).toMatchObject({ campaignId: null, discountId: null });
  });

  test('attributes an order by a click on the public link', async () => {
    const { id, trackingCode } = await invite(acme.admin);
    const link = await send('GET', `/tracking/ref/${trackingCode}`, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' },
    });
    const clickId = new URL(link.headers.location ?? '').searchParams.get('clickId');
    await expectAttributed(await recordOrder(acme.admin, { clickId }), id, 'click');
  });

  test('attributes orders to invited and active creators', async () => {
    const { id, trackingCode } = await invite(acme.admin);
    await expectAttributed(await recordOrder(acme.admin, { trackingCode }), id, 'trackingCode');
    await patch(acme.admin, `/affiliates/${id}`, { status: 'active' });
    await expectAttributed(await recordOrder(acme.admin, { trackingCode }), id, 'trackingCode');
  });
});

describe('POST /v1/conversions (precedence of references)', () => {
  const sources = ['discountCode', 'clickId', 'trackingCode'] as const;
  const names = { discountCode: 'discountCode', clickId: 'click', trackingCode: 'trackingCode' } as const;
  const combinations: readonly (readonly [title: string, references: readonly (keyof typeof names)[]])[] = [
    ['a discount code, a click and a tracking code', ['discountCode', 'clickId', 'trackingCode']],
    ['a discount code and a click', ['discountCode', 'clickId']],
    ['a discount code and a tracking code', ['discountCode', 'trackingCode']],
    ['a click and a tracking code', ['clickId', 'trackingCode']],
  ];

  test.each(combinations)(
    'attributes an order with %s to the creator of the first of these references',
    async (_, references) => {
      const creators = await Promise.all(references.map(() => createCreatorWithReferences(acme.admin)));
      const body = Object.fromEntries(references.map((source, index) => [source, creators[index]?.[source]]));
      const order = await recordOrder(acme.admin, Object.fromEntries(Object.entries(body).reverse()));
      expect(outcomes(order)).toEqual(
        references.map((source, index) => [
          names[source],
          creators[index]?.id,
          index === 0 ? 'won' : 'lost',
          index === 0 ? null : 'outranked',
        ]),
      );
      expect(order.affiliateId).toBe(creators[0]?.id);
      for (const creator of creators.slice(1)) {
        expect(await sumsOf(acme.admin, creator.id)).toMatchObject({ totalOrders: 0, commissionEarned: 0 });
      }
    },
  );

  const unknownRanges = sources.flatMap((_, last) =>
    [0, 1, 2]
      .slice(0, last + 1)
      .map((first) => [sources.slice(first, last + 1).join(', '), first, last] as const),
  );

  test.each(unknownRanges)(
    'skips references with an unknown value (%s)',
    async (_, firstUnknown, lastUnknown) => {
      const creators = await Promise.all(sources.map(() => createCreatorWithReferences(acme.admin)));
      const isUnknown = (index: number) => index >= firstUnknown && index <= lastUnknown;
      const body = Object.fromEntries(
        sources.map((source, index) => [
          source,
          isUnknown(index) ? 'leads-nowhere' : creators[index]?.[source],
        ]),
      );
      const order = await recordOrder(acme.admin, body);
      const first = sources.findIndex((_, index) => !isUnknown(index));
      expect(outcomes(order)).toEqual(
        sources.map((source, index) => {
          if (isUnknown(index)) return [names[source], null, 'lost', 'unknownReference'];
          const won = index === first;
          return [names[source], creators[index]?.id, won ? 'won' : 'lost', won ? null : 'outranked'];
        }),
      );
      expect(order.affiliateId).toBe(first === -1 ? null : creators[first]?.id);
    },
  );

  test.each(['paused', 'banned'])('skips the references of a creator that is %s', async (status) => {
    const [first, second] = [
      await createCreatorWithReferences(acme.admin),
      await createCreatorWithReferences(acme.admin),
    ];
    await patch(acme.admin, `/affiliates/${first.id}`, { status: 'active' });
    await patch(acme.admin, `/affiliates/${first.id}`, { status });
    const order = await recordOrder(acme.admin, {
      discountCode: first.discountCode,
      clickId: first.clickId,
      trackingCode: second.trackingCode,
    });
    expect(outcomes(order)).toEqual([
      ['discountCode', first.id, 'lost', 'creatorInactive'],
      ['click', first.id, 'lost', 'creatorInactive'],
      ['trackingCode', second.id, 'won', null],
    ]);
  });
});

describe('POST /v1/conversions (unattributed orders)', () => {
  test.each([
    ['an unknown discount code', { discountCode: 'nobody-has-this' }],
    ['a malformed discount code', { discountCode: 'nö such code!' }],
    ['an unknown click id', { clickId: newId('click', new Date('2026-03-01T09:30:00Z')) }],
    ['a click id of the year 10889', { clickId: 'clk_7ZZZZZZZZZ0000000000000000' }],
    ['the click id of another system', { clickId: 'gclid=abc' }],
    ['an unknown tracking code', { trackingCode: 'nobody-has-this' }],
    ['a malformed tracking code', { trackingCode: '#' }],
  ])('leaves an order with %s unattributed', async (_, body) => {
    const order = await recordOrder(acme.admin, body);
    expectUnattributed(order, 'unknownReference');
    expect(order.receipt.candidates).toEqual([
      {
        source: expect.any(String),
        reference: Object.values(body)[0],
        affiliateId: null,
        campaignId: null,
        campaignReason: null,
        clickedAt: null,
        windowDays: null,
        filtered: null,
        subIds: null,
        linkId: null,
        validFrom: null,
        validTo: null,
        boundAt: null,
        boundUntil: null,
        outcome: 'lost',
        reason: 'unknownReference',
      },
    ]);
  });

  test('leaves an order with references of another brand unattributed', async () => {
    const globex = await createBrand();
    const { id, ...references } = await createCreatorWithReferences(globex.admin);
    const order = await recordOrder(acme.admin, references);
    expectUnattributed(order, 'unknownReference');
    expect(JSON.stringify(order)).not.toContain(id);
    expect(await sumsOf(globex.admin, id)).toMatchObject({ totalOrders: 0 });
  });

  test('leaves an order with a deleted discount code unattributed', async () => {
    const { id } = await invite(acme.admin);
    const discount = await createDiscount(acme.admin, id);
    await send('DELETE', `/discounts/${discount.id}`, { token: acme.admin });
    expectUnattributed(await recordOrder(acme.admin, { discountCode: discount.code }), 'unknownReference');
  });

  test('records the reason of the first reference when no reference wins', async () => {
    const banned = await createCreatorWithReferences(acme.admin);
    await patch(acme.admin, `/affiliates/${banned.id}`, { status: 'banned' });
    const order = await recordOrder(acme.admin, {
      discountCode: banned.discountCode,
      trackingCode: 'nobody-has-this',
    });
    expectUnattributed(order, 'creatorInactive');
    expect(outcomes(order)).toEqual([
      ['discountCode', banned.id, 'lost', 'creatorInactive'],
      ['trackingCode', null, 'lost', 'unknownReference'],
    ]);
  });
});

describe('POST /v1/conversions (attribution by click)', () => {
  const setBrandWindow = (brandId: string, attributionWindowDays: number) =>
    transact([updateExisting(keys.brand(brandId), { set: { attributionWindowDays } })]);

  test.each([
    ['the default window of 30 days', {}, undefined, 30],
    ['the campaign’s window of 7 days', { attributionWindowDays: 7 }, undefined, 7],
    ['the campaign’s window of 60 days instead of the brand’s', { attributionWindowDays: 60 }, 14, 60],
    ['the brand’s window of 14 days', {}, 14, 14],
  ])(
    'attributes orders to a click within %s, to the millisecond',
    async (_, campaignBody, brandWindow, windowDays) => {
      const clock = fakeClock('2026-03-01T12:00:00.000Z');
      const { brand, admin } = await createBrand();
      if (brandWindow !== undefined) await setBrandWindow(brand.id, brandWindow);
      const { id: campaignId } = await createCampaign(admin, { status: 'active', ...campaignBody });
      const { id, trackingCode } = await invite(admin, { campaignIds: [campaignId] });
      const { clickId } = await click(admin, trackingCode, { campaignId });
      const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds).toISOString();
      const lastMoment = windowDays * secondsPerDay * 1000;
      const [insideWindow, outsideWindow] = [later(lastMoment), later(lastMoment + 1)];
      clock.advance(61 * secondsPerDay);
      const { token } = await newToken(brand.id, 'admin');
      const order = await recordOrder(token, { clickId, occurredAt: insideWindow });
      await expectAttributed(order, id, 'click');
      expect(order.receipt.candidates[0].windowDays).toBe(windowDays);
      const late = await recordOrder(token, { clickId, occurredAt: outsideWindow });
      expectUnattributed(late, 'outsideWindow');
      expect(late.receipt.candidates[0]).toMatchObject({ windowDays, affiliateId: id, campaignId });
    },
  );

  test('attributes an order that is up to five minutes older than the click, for clock skew, but no older order', async () => {
    const clock = fakeClock('2026-03-01T11:00:00.000Z');
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    clock.advance(3600);
    const { clickId } = await click(admin, trackingCode);
    clock.advance(3600);
    const skewed = await recordOrder(admin, { clickId, occurredAt: '2026-03-01T11:55:00.000Z' });
    await expectAttributed(skewed, id, 'click');
    const before = await recordOrder(admin, { clickId, occurredAt: '2026-03-01T11:54:59.999Z' });
    expectUnattributed(before, 'outsideWindow');
  });

  test('does not attribute an order to a click by a bot and records the filter bot in the receipt', async () => {
    const { id, trackingCode } = await invite(acme.admin);
    const userAgent = 'Googlebot/2.1 (+http://www.google.com/bot.html)';
    const { clickId } = await click(acme.admin, trackingCode, { userAgent });
    const order = await recordOrder(acme.admin, { clickId });
    expectUnattributed(order, 'notCounted');
    expect(outcomes(order)).toEqual([['click', id, 'lost', 'notCounted']]);
    expect(order.receipt.candidates[0].filtered).toBe('bot');
  });

  test('attributes an order to a click for a draft campaign, without the campaign', async () => {
    const draft = await createCampaign(acme.admin);
    const { id, trackingCode } = await invite(acme.admin);
    const { clickId } = await click(acme.admin, trackingCode, { campaignId: draft.id });
    const order = await recordOrder(acme.admin, { clickId });
    await expectAttributed(order, id, 'click');
    expect(order.campaignId).toBeNull();
    expect(order.receipt.candidates[0].campaignReason).toBe('campaignNotRunning');
  });

  test('does not attribute an order to a HEAD request of the link', async () => {
    const { id, trackingCode } = await invite(acme.admin);
    await send('HEAD', `/tracking/ref/${trackingCode}`);
    const [head] = await clicksOf(id);
    expectUnattributed(await recordOrder(acme.admin, { clickId: head?.id }), 'notCounted');
  });

  test('attributes an order to a duplicate click', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    await click(admin, trackingCode, { visitorId: 'v' });
    clock.advance(60);
    await click(admin, trackingCode, { visitorId: 'v' });
    const [, repeated] = await clicksOf(id);
    expect(repeated?.reason).toBe('duplicate');
    await expectAttributed(await recordOrder(admin, { clickId: repeated?.id }), id, 'click');
  });

  test('attributes an order to an overflow click, which is stored outside its full visit', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z', 1);
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    for (let count = 0; count <= maxClicksPerVisit; count += 1) {
      await click(admin, trackingCode, { visitorId: 'a crowd' });
    }
    expect(clock.now().toISOString()).toContain('2026-03-01');
    const clicks = await clicksOf(id);
    expect(clicks).toHaveLength(maxClicksPerVisit + 1);
    await expectAttributed(await recordOrder(admin, { clickId: clicks.at(-1)?.id }), id, 'click');
  });
});

describe('POST /v1/conversions (campaign of a discount code)', () => {
  test('ignores the campaign of a discount code while it is a draft', async () => {
    const { id: campaignId } = await createCampaign(acme.admin, { commission: { type: 'fixed', value: 7 } });
    const { id } = await invite(acme.admin);
    const { code } = await createDiscount(acme.admin, id, { campaignId });
    const early = await recordOrder(acme.admin, { discountCode: code });
    expect(early).toMatchObject({ affiliateId: id, campaignId: null });
    expect(early.receipt.candidates[0].campaignId).toBeNull();
    await patch(acme.admin, `/campaigns/${campaignId}`, { status: 'active' });
    const later = await recordOrder(acme.admin, { discountCode: code });
    expect(later).toMatchObject({ affiliateId: id, campaignId });
    expect((await read(acme.admin, `/campaigns/${campaignId}`)).totalRevenue).toBe(100);
  });

  test('ignores the deleted campaign of a discount code', async () => {
    const { id: campaignId } = await createCampaign(acme.admin);
    const { id } = await invite(acme.admin);
    const { code, id: discountId } = await createDiscount(acme.admin, id, { campaignId });
    await send('DELETE', `/campaigns/${campaignId}`, { token: acme.admin });
    const order = await recordOrder(acme.admin, { discountCode: code });
    expect(order).toMatchObject({ affiliateId: id, campaignId: null, discountId });
  });
});
