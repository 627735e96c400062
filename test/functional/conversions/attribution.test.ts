import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/shared/ids.ts';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import { updateExisting } from '#lib/table/writes/write.ts';
import { maxClicksOfVisit } from '#lib/tracking/writes/visits.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { replaceItem } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { read, recordOrder, sumsOf } from '#test/support/orders.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});

const days = 86_400;

async function click(token: string, trackingCode: string, body: object = {}): Promise<Json> {
  const answer = await send('POST', `/tracking/ref/${trackingCode}`, { token, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json.data;
}

/** A creator with a code, a tracking code and a click. */
async function creatorWithAll(token: string, more: object = {}) {
  const { id, trackingCode } = await invite(token);
  const { code: discountCode } = await createDiscount(token, id, more);
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

/** What an order with these references was attributed to. */
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

describe('an order is attributed', () => {
  test('by its discount code, whatever its case and the blanks around it', async () => {
    const { id, discountCode } = await creatorWithAll(acme.admin);
    for (const text of [discountCode, discountCode.toUpperCase(), ` ${discountCode} `]) {
      await expectAttributed(await recordOrder(acme.admin, { discountCode: text }), id, 'discountCode');
    }
  });

  test('by its click, with the campaign of that', async () => {
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
        clickedAt: recordedAt,
        windowDays: 30,
        filtered: null,
        outcome: 'won',
        reason: null,
      },
    ]);
  });

  test('by its tracking code, whatever its case', async () => {
    const { id, trackingCode } = await invite(acme.admin);
    const order = await recordOrder(acme.admin, { trackingCode: trackingCode.toUpperCase() });
    await expectAttributed(order, id, 'trackingCode');
    expect(order).toMatchObject({ campaignId: null, discountId: null });
  });

  test('by a link that was followed', async () => {
    const { id, trackingCode } = await invite(acme.admin);
    const link = await send('GET', `/tracking/ref/${trackingCode}`, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' },
    });
    const clickId = new URL(link.headers.location ?? '').searchParams.get('clickId');
    await expectAttributed(await recordOrder(acme.admin, { clickId }), id, 'click');
  });

  test('to a creator that was only invited, and one that is active', async () => {
    const { id, trackingCode } = await invite(acme.admin);
    await expectAttributed(await recordOrder(acme.admin, { trackingCode }), id, 'trackingCode');
    await patch(acme.admin, `/affiliates/${id}`, { status: 'active' });
    await expectAttributed(await recordOrder(acme.admin, { trackingCode }), id, 'trackingCode');
  });

  test('by a code that was stored before codes said whose they are', async () => {
    const { id: campaignId } = await createCampaign(acme.admin, { status: 'active' });
    const { id } = await invite(acme.admin);
    const { id: discountId, code } = await createDiscount(acme.admin, id, { campaignId });
    const {
      affiliateId: _,
      campaignId: __,
      ...old
    } = {
      ...(await getItem(keys.discountCode(acme.brand.id, code))),
    };
    await replaceItem(old);
    const order = await recordOrder(acme.admin, { discountCode: code });
    await expectAttributed(order, id, 'discountCode');
    expect(order).toMatchObject({ campaignId, discountId });
  });
});

describe('of several creators', () => {
  const sources = ['discountCode', 'clickId', 'trackingCode'] as const;
  const names = { discountCode: 'discountCode', clickId: 'click', trackingCode: 'trackingCode' } as const;
  const combinations: readonly { readonly named: readonly (keyof typeof names)[] }[] = [
    { named: ['discountCode', 'clickId', 'trackingCode'] },
    { named: ['discountCode', 'clickId'] },
    { named: ['discountCode', 'trackingCode'] },
    { named: ['clickId', 'trackingCode'] },
  ];

  test.each(combinations)('the first of $named earns', async ({ named }) => {
    const creators = await Promise.all(named.map(() => creatorWithAll(acme.admin)));
    const body = Object.fromEntries(named.map((source, index) => [source, creators[index]?.[source]]));
    const order = await recordOrder(acme.admin, Object.fromEntries(Object.entries(body).reverse()));
    expect(outcomes(order)).toEqual(
      named.map((source, index) => [
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
  });

  const knownWays = sources.flatMap((_, broken) =>
    [0, 1, 2].slice(0, broken + 1).map((from) => [from, broken] as const),
  );

  test.each(knownWays)('those from %i to %i that lead nowhere are passed over', async (from, to) => {
    const creators = await Promise.all(sources.map(() => creatorWithAll(acme.admin)));
    const isUnknown = (index: number) => index >= from && index <= to;
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
  });

  test.each(['paused', 'banned'])('one that is %s is passed over', async (status) => {
    const [first, second] = [await creatorWithAll(acme.admin), await creatorWithAll(acme.admin)];
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

describe('nobody earns with an order', () => {
  test.each([
    ['a code that nobody has', { discountCode: 'nobody-has-this' }],
    ['a code that cannot be', { discountCode: 'nö such code!' }],
    ['a click that never was', { clickId: newId('click', new Date('2026-03-01T09:30:00Z')) }],
    ['a click of the year 10889', { clickId: 'clk_7ZZZZZZZZZ0000000000000000' }],
    ['a click that is none', { clickId: 'gclid=abc' }],
    ['a tracking code that nobody has', { trackingCode: 'nobody-has-this' }],
    ['a tracking code that cannot be', { trackingCode: '#' }],
  ])('with %s', async (_, body) => {
    const order = await recordOrder(acme.admin, body);
    expectUnattributed(order, 'unknownReference');
    expect(order.receipt.candidates).toEqual([
      {
        source: expect.any(String),
        reference: Object.values(body)[0],
        affiliateId: null,
        campaignId: null,
        clickedAt: null,
        windowDays: null,
        filtered: null,
        outcome: 'lost',
        reason: 'unknownReference',
      },
    ]);
  });

  test('with the codes and clicks of another brand', async () => {
    const globex = await createBrand();
    const { id, ...named } = await creatorWithAll(globex.admin);
    const order = await recordOrder(acme.admin, named);
    expectUnattributed(order, 'unknownReference');
    expect(JSON.stringify(order)).not.toContain(id);
    expect(await sumsOf(globex.admin, id)).toMatchObject({ totalOrders: 0 });
  });

  test('with a code that was deleted', async () => {
    const { id } = await invite(acme.admin);
    const discount = await createDiscount(acme.admin, id);
    await send('DELETE', `/discounts/${discount.id}`, { token: acme.admin });
    expectUnattributed(await recordOrder(acme.admin, { discountCode: discount.code }), 'unknownReference');
  });

  test('because of what keeps its first candidate from earning', async () => {
    const banned = await creatorWithAll(acme.admin);
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

describe('a click', () => {
  const setWindowOfBrand = (brandId: string, attributionWindowDays: number) =>
    transact([
      updateExisting(keys.brand(brandId), {
        update: 'SET #attributionWindowDays = :attributionWindowDays',
        values: { attributionWindowDays },
      }),
    ]);

  test.each([
    ['30 days, without another rule', {}, undefined, 30],
    ['7 days, as the campaign says', { attributionWindowDays: 7 }, undefined, 7],
    ['60 days, as the campaign says', { attributionWindowDays: 60 }, 14, 60],
    ['14 days, as the brand says', {}, 14, 14],
  ])('leads to orders within %s, to the millisecond', async (_, campaignBody, ofBrand, windowDays) => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { brand, admin } = await createBrand();
    if (ofBrand !== undefined) await setWindowOfBrand(brand.id, ofBrand);
    const { id: campaignId } = await createCampaign(admin, { status: 'active', ...campaignBody });
    const { id, trackingCode } = await invite(admin, { campaignIds: [campaignId] });
    const { clickId } = await click(admin, trackingCode, { campaignId });
    const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds).toISOString();
    const lastMoment = windowDays * days * 1000;
    const [within, beyond] = [later(lastMoment), later(lastMoment + 1)];
    clock.advance(61 * days);
    const { token } = await newToken(brand.id, 'admin');
    const order = await recordOrder(token, { clickId, occurredAt: within });
    await expectAttributed(order, id, 'click');
    expect(order.receipt.candidates[0].windowDays).toBe(windowDays);
    const late = await recordOrder(token, { clickId, occurredAt: beyond });
    expectUnattributed(late, 'outsideWindow');
    expect(late.receipt.candidates[0]).toMatchObject({ windowDays, affiliateId: id, campaignId });
  });

  test('does not lead to an order that was there before it, but for what clocks differ by', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    const { clickId } = await click(admin, trackingCode);
    clock.advance(3600);
    const skewed = await recordOrder(admin, { clickId, occurredAt: '2026-03-01T11:55:00.000Z' });
    await expectAttributed(skewed, id, 'click');
    const before = await recordOrder(admin, { clickId, occurredAt: '2026-03-01T11:54:59.999Z' });
    expectUnattributed(before, 'outsideWindow');
  });

  test.each([
    ['of a bot', 'bot', { userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['of a campaign that has not begun', 'inactive', { campaignId: 'draft' }],
  ])('%s does not count, and the receipt says that it was %s', async (_, filtered, given) => {
    const { campaignId, ...body }: { campaignId?: string; userAgent?: string } = given;
    const draft = await createCampaign(acme.admin);
    const { id, trackingCode } = await invite(acme.admin);
    const { clickId } = await click(acme.admin, trackingCode, {
      ...body,
      ...(campaignId && { campaignId: draft.id }),
    });
    const order = await recordOrder(acme.admin, { clickId });
    expectUnattributed(order, 'notCounted');
    expect(outcomes(order)).toEqual([['click', id, 'lost', 'notCounted']]);
    expect(order.receipt.candidates[0].filtered).toBe(filtered);
  });

  test('of a HEAD does not count', async () => {
    const { id, trackingCode } = await invite(acme.admin);
    await send('HEAD', `/tracking/ref/${trackingCode}`);
    const [head] = await clicksOf(id);
    expectUnattributed(await recordOrder(acme.admin, { clickId: head?.id }), 'notCounted');
  });

  test('that repeats another one counts for orders all the same', async () => {
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

  test('of a visit that is full leads to its creator, though it stands elsewhere', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z', 1);
    const { admin } = await createBrand();
    const { id, trackingCode } = await invite(admin);
    for (let made = 0; made <= maxClicksOfVisit; made += 1) {
      await click(admin, trackingCode, { visitorId: 'a crowd' });
    }
    expect(clock.now().toISOString()).toContain('2026-03-01');
    const clicks = await clicksOf(id);
    expect(clicks).toHaveLength(maxClicksOfVisit + 1);
    await expectAttributed(await recordOrder(admin, { clickId: clicks.at(-1)?.id }), id, 'click');
  });
});

test('a receipt from before receipts said why a click was filtered is read all the same', async () => {
  const { clickId } = await creatorWithAll(acme.admin);
  const order = await recordOrder(acme.admin, { clickId });
  const stored = { ...(await getItem(keys.item(acme.brand.id, 'conversion', order.id))) } as Json;
  const [{ filtered: _, ...candidate }] = stored.receipt.candidates;
  await replaceItem({ ...stored, receipt: { ...stored.receipt, candidates: [candidate] } });
  expect(await read(acme.admin, `/conversions/${order.id}`)).toEqual(order);
});

describe('the campaign of a code', () => {
  test('that is a draft takes no part, until it begins', async () => {
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

  test('that was deleted takes no part', async () => {
    const { id: campaignId } = await createCampaign(acme.admin);
    const { id } = await invite(acme.admin);
    const { code, id: discountId } = await createDiscount(acme.admin, id, { campaignId });
    await send('DELETE', `/campaigns/${campaignId}`, { token: acme.admin });
    const order = await recordOrder(acme.admin, { discountCode: code });
    expect(order).toMatchObject({ affiliateId: id, campaignId: null, discountId });
  });
});
