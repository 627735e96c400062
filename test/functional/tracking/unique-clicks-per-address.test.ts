// Tests the limit of unique clicks of one address on one link and UTC day.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { changeSettings } from '#lib/access/brands/store/settings.ts';
import { transport } from '#lib/clicks/tracking/link/table-call.ts';
import { maxClicksPerVisit } from '#lib/clicks/tracking/writes/visits.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { compareFigures } from '#lib/outlets/figures/store/compare.ts';
import { clicksOf, visitsOf } from '#test/support/clicks.ts';
import { invite, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { keepClicksForDays } from '#test/support/figures.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';
import { trafficOf } from '#test/support/traffic.ts';

const browser = (nth: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0 browser-${nth}`;

interface Follower {
  readonly sourceIp?: string;
  readonly nth?: number;
  readonly referer?: string;
}

async function linkOfNewBrand(uniqueClicksPerAddress?: number | null) {
  const { brand, admin } = await createBrand('scale');
  if (uniqueClicksPerAddress !== undefined) await changeSettings(brand.id, { uniqueClicksPerAddress }, now());
  const { id, trackingCode } = await invite(admin, { trackingCode: unusedCode() });
  const follow = ({ sourceIp = '198.51.100.7', nth = 0, referer }: Follower) =>
    send('GET', `/tracking/ref/${trackingCode}`, {
      headers: { 'user-agent': browser(nth), ...(referer !== undefined && { referer }) },
      sourceIp,
    });
  const statistics = async (query = '') => {
    await aggregateNewClicks();
    const { json } = await send('GET', `/tracking/clicks?affiliateId=${id}${query}`, { token: admin });
    return json.data;
  };
  const brandStatistics = async () => (await send('GET', '/tracking/clicks', { token: admin })).json.data;
  return { brand, admin, affiliateId: id, follow, statistics, brandStatistics };
}

const reasonsOf = async (affiliateId: string) => (await clicksOf(affiliateId)).map(({ reason }) => reason);

const range = (count: number) => Array.from({ length: count }, (_, nth) => nth);

describe('the unique clicks of one address', () => {
  test('the unique clicks of one address are at most 10 for any number of user agents, and the statistics show all others as suspicious', async () => {
    const { follow, statistics, brandStatistics } = await linkOfNewBrand();
    const count = sized(50, 1000);
    for (const nth of range(count)) {
      const { status } = await follow({ nth, referer: `https://forged-${nth}.test/` });
      expect(status).toBe(302);
    }
    const { clicks, uniqueClicks, filtered, groups } = await statistics('&groupBy=referrer');
    expect([clicks, uniqueClicks]).toEqual([10, 10]);
    expect(filtered).toMatchObject({ suspicious: count - 10, duplicate: 0, bot: 0 });
    expect(groups.map(({ key }: { key: string }) => key).toSorted()).toEqual(
      range(10).map((nth) => `forged-${nth}.test`),
    );
    expect(await brandStatistics()).toMatchObject({ clicks: 10, uniqueClicks: 10 });
  });

  test('the unique clicks of one address are all counted up to 10, and repeated clicks of the same visitors count after an hour as before', async () => {
    const clock = fakeClock('2026-03-02T08:00:00.000Z');
    const { follow, affiliateId } = await linkOfNewBrand();
    for (const nth of [...range(10), 3, 10]) {
      clock.advance(1);
      await follow({ nth });
    }
    clock.advance(3700);
    for (const nth of [3, 10]) {
      clock.advance(1);
      await follow({ nth });
    }
    const counted = range(10).map(() => null);
    expect(await reasonsOf(affiliateId)).toEqual([...counted, 'duplicate', 'suspicious', null, 'suspicious']);
  });

  test('the unique clicks are limited for each link, address and UTC day', async () => {
    const clock = fakeClock('2026-03-03T23:00:00.000Z');
    const [one, other] = [await linkOfNewBrand(2), await linkOfNewBrand(2)];
    const unique = async ({ affiliateId }: { affiliateId: string }) =>
      (await reasonsOf(affiliateId)).filter((reason) => reason === null).length;
    for (const nth of range(4)) await one.follow({ nth });
    for (const nth of range(4)) await other.follow({ nth });
    expect([await unique(one), await unique(other)]).toEqual([2, 2]);
    for (const nth of range(4)) await one.follow({ nth, sourceIp: '198.51.100.8' });
    expect(await unique(one)).toBe(4);
    clock.advance(3600);
    for (const nth of range(4)) await one.follow({ nth });
    expect(await unique(one)).toBe(6);
  });

  test.each([
    ['2001:db8:1:2::%', '2001:db8:1:3::%'],
    ['2001:db8:1:2:%:0:0:1', '2001:db8:1:12:%:0:0:1'],
  ])(
    'the unique clicks are limited for a whole /64 of IPv6 addresses such as %s',
    async (address, otherAddress) => {
      const { follow, affiliateId } = await linkOfNewBrand(3);
      for (const nth of range(6)) await follow({ nth, sourceIp: address.replace('%', `${nth + 1}`) });
      expect((await reasonsOf(affiliateId)).filter((reason) => reason === null)).toHaveLength(3);
      for (const nth of range(2)) await follow({ nth, sourceIp: otherAddress.replace('%', `${nth + 1}`) });
      expect((await reasonsOf(affiliateId)).filter((reason) => reason === null)).toHaveLength(5);
    },
  );

  test.each([
    [30, 30],
    [100, 40],
    [null, 40],
  ])('are limited by the brand to %s', async (limit, expected) => {
    const { follow, statistics } = await linkOfNewBrand(limit);
    for (const nth of range(40)) await follow({ nth });
    const { uniqueClicks, filtered } = await statistics();
    expect([uniqueClicks, filtered.suspicious]).toEqual([expected, 40 - expected]);
  });

  test('keep the limit of the first click of the day when the brand changes the limit', async () => {
    const clock = fakeClock('2026-03-04T10:00:00.000Z');
    const { brand, follow, affiliateId } = await linkOfNewBrand(2);
    await follow({ nth: 0 });
    await changeSettings(brand.id, { uniqueClicksPerAddress: 5 }, now());
    clock.advance(60);
    for (const nth of range(4)) await follow({ nth });
    expect((await reasonsOf(affiliateId)).filter((reason) => reason === null)).toHaveLength(2);
  });

  test('stores a click once when the table loses its first response, and counts the next visitors', async () => {
    const { affiliateId, follow } = await linkOfNewBrand();
    await follow({ nth: 0 });
    const { send: sendToTable } = transport;
    const sent = vi.spyOn(transport, 'send').mockImplementationOnce(async (...call) => {
      await sendToTable(...call);
      throw Object.assign(new Error('The response is lost'), { name: 'TimeoutError' });
    });
    onTestFinished(() => sent.mockRestore());
    for (const nth of [1, 2]) await follow({ nth });
    expect(sent).toHaveBeenCalledTimes(3);
    expect(await reasonsOf(affiliateId)).toEqual([null, null, null]);
    expect(await visitsOf(affiliateId)).toHaveLength(1);
  });

  test('agree with a rebuild when 120 visitors click at the same time and the visit becomes full', async () => {
    fakeClock('2026-03-01T12:00:00Z');
    keepClicksForDays(2);
    const { brand, follow, statistics } = await linkOfNewBrand();
    await Promise.all(
      range(120).map((nth) => follow({ nth: nth % 90, referer: `https://host-${nth}.test/` })),
    );
    const { clicks, uniqueClicks, filtered } = await statistics();
    expect([uniqueClicks, clicks + filtered.suspicious + filtered.duplicate]).toEqual([10, 120]);
    const { differences } = await compareFigures(brand.id, now());
    expect(differences).toEqual([]);
  });

  test('the limit of unique clicks does not change the attribution: a suspicious click earns its order', async () => {
    const { admin, follow, affiliateId } = await linkOfNewBrand(1);
    await follow({ nth: 0 });
    const { headers } = await follow({ nth: 1 });
    const clickId = new URL(headers.location ?? '').searchParams.get('clickId');
    expect((await clicksOf(affiliateId)).map(({ reason }) => reason).toSorted()).toEqual(
      ['suspicious', null].toSorted(),
    );
    const { json } = await send('POST', '/conversions', {
      token: admin,
      body: { orderId: unusedCode(), amount: 100, clickId },
    });
    expect(json.data).toMatchObject({ affiliateId, receipt: { attribution: 'attributed' } });
  });
});

describe('a full visit of an address', () => {
  test('stores duplicates of the visitors who count as duplicates, and all other clicks as suspicious', async () => {
    const { follow, affiliateId } = await linkOfNewBrand(2);
    for (const _ of range(maxClicksPerVisit)) await follow({ nth: 0 });
    for (const nth of [0, 1, 0, 2]) await follow({ nth });
    const reasons = await reasonsOf(affiliateId);
    const count = (wanted: string | null) => reasons.filter((reason) => reason === wanted).length;
    expect([count(null), count('duplicate'), count('suspicious')]).toEqual([1, maxClicksPerVisit + 1, 2]);
    expect((await visitsOf(affiliateId)).filter(({ beyond }) => beyond === true)).toHaveLength(4);
  });

  test('costs one write of one unit for each further click, once the process knows that it is full', async () => {
    const { follow } = await linkOfNewBrand();
    for (const nth of range(maxClicksPerVisit + 1)) await follow({ nth });
    const [answer, { calls, roundTrips, capacity }] = await trafficOf(() => follow({ nth: 5 }));
    expect([answer.status, calls.map(({ operation }) => operation), roundTrips, capacity]).toEqual([
      302,
      ['PutItem'],
      1,
      1,
    ]);
  });
});
