import { beforeAll, describe, expect, test } from 'vitest';
import { parseEntry } from '#lib/clicks/tracking/rules/entries.ts';
import { isPaidSearch } from '#lib/clicks/tracking/rules/filters.ts';
import { noEvidence } from '#lib/money/fraud/rules/evidence.ts';
import { textOf, visitsOf } from '#test/support/clicks.ts';
import { createDiscount, inviteActive, patch } from '#test/support/creations.ts';
import { readPage } from '#test/support/lists.ts';
import { commissionOf, recordOrder } from '#test/support/orders.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale', { landingUrl: 'https://acme.test/' });
  await patch(acme.admin, '/brand', { fraudRules: { paidSearch: { action: 'hold' } } });
});

const findingsOf = async (affiliateId: string) =>
  (await readPage(acme.admin, '/fraud-findings', { affiliateId })).items;

async function follow(code: string, query: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await send('GET', `/tracking/ref/${code}${query}`, { headers: { ...browser, ...headers } });
  return new URL(answer.headers.location ?? '').searchParams.get('clickId') ?? '';
}

describe('the recognition of paid search', () => {
  test.each([
    ['gclid=abc', undefined],
    ['sub1=a&GBRAID=abc', undefined],
    ['wbraid=abc&x=1', undefined],
    ['msclkid=abc', undefined],
    ['utm_medium=cpc', undefined],
    ['utm_medium=PPC&utm_source=g', undefined],
    ['utm_medium=paid_search', undefined],
    ['utm_medium=paid', undefined],
    ['', 'https://ads.test/page?gclid=abc#top'],
  ])('the query "%s" and the referrer %s are paid search', (query, referrer) => {
    expect(isPaidSearch(query, referrer)).toBe(true);
  });

  test.each([
    ['', undefined],
    ['gclid=', undefined],
    ['gclid', undefined],
    ['mygclid=abc', undefined],
    ['utm_medium=paid_social', undefined],
    ['utm_medium=cpcs', undefined],
    ['sub1=gclid', 'https://google.test/search?q=gclid'],
  ])('the query "%s" and the referrer %s are not', (query, referrer) => {
    expect(isPaidSearch(query, referrer)).toBe(false);
  });
});

describe('the rule paidSearch', () => {
  test('paidSearch holds the order of a click whose address or referrer names paid search, and none of another click', async () => {
    const { id, trackingCode } = await inviteActive(acme.admin);
    const clicks = [
      await follow(trackingCode, '?gclid=x'),
      await follow(trackingCode, '', { referer: 'https://a.test/?utm_medium=cpc' }),
      await follow(trackingCode, '?utm_medium=email'),
    ];
    const orders = [];
    for (const clickId of clicks) orders.push(await recordOrder(acme.admin, { clickId }));
    const found = await findingsOf(id);
    expect(found.map(({ conversionId }) => conversionId).toSorted()).toEqual([orders[0]?.id, orders[1]?.id]);
    expect(found.flatMap(({ hits }) => hits)).toEqual(
      [clicks[1], clicks[0]].map((clickId) => ({
        ...{ ...noEvidence, rule: 'paidSearch', action: 'hold', match: 'paidSearch', clickId },
      })),
    );
    const holds = await Promise.all(
      orders.map(async (order) => (await commissionOf(acme.admin, order)).hold),
    );
    expect(holds.map((hold) => hold?.reason)).toEqual(['fraudRule', 'fraudRule', undefined]);
  });

  test('a click that another reference beats is no finding about the creator of that reference', async () => {
    const [owner, clicked] = [await inviteActive(acme.admin), await inviteActive(acme.admin)];
    const { code } = await createDiscount(acme.admin, owner.id);
    const clickId = await follow(clicked.trackingCode, '?gclid=x');
    await recordOrder(acme.admin, { discountCode: code, clickId });
    expect([...(await findingsOf(owner.id)), ...(await findingsOf(clicked.id))]).toEqual([]);
  });

  test('a reported click carries paid search in its address or referrer', async () => {
    const { id, trackingCode } = await inviteActive(acme.admin);
    const report = async (body: object) =>
      (await send('POST', `/tracking/ref/${trackingCode}`, { token: acme.admin, body })).json.data.clickId;
    const paid = await report({ url: 'https://shop.test/?a=1&msclkid=x' });
    const referred = await report({ referrer: 'https://ads.test/?gclid=x', country: 'DE' });
    const free = await report({ url: 'https://shop.test/?a=1', subIds: { sub1: 'gclid' } });
    for (const clickId of [paid, referred, free]) await recordOrder(acme.admin, { clickId });
    expect((await findingsOf(id)).map(({ hits }) => hits[0].clickId)).toEqual([referred, paid]);
  });

  test('a stored click has no address, only the mark of paid search in the letter of its device', async () => {
    const { id, trackingCode } = await inviteActive(acme.admin);
    await follow(trackingCode, '?gclid=secret-word');
    const [visit] = await visitsOf(id);
    expect(textOf(visit)).not.toContain('secret-word');
    const [text = ''] = [...(Object(visit).clicks as Set<string>)];
    expect(parseEntry(text)).toMatchObject({ device: 'desktop', isPaid: true });
    expect(parseEntry(text.replace('|D|', '|d|'))).not.toHaveProperty('isPaid');
  });
});
