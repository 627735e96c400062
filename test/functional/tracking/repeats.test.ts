// Tests that a click counts once when it is stored again, also when its visit is full, and the ends of the hour of duplicates.
import { beforeAll, describe, expect, test } from 'vitest';
import { clickNotStored } from '#lib/clicks/tracking/rules/log-messages.ts';
import { type Click, newClick, visitType } from '#lib/clicks/tracking/rules/visit.ts';
import {
  type VisitorFingerprint,
  visitorBehindAddress,
  visitorById,
} from '#lib/clicks/tracking/rules/visitors.ts';
import { recordClick } from '#lib/clicks/tracking/store/clicks.ts';
import { replay } from '#lib/clicks/tracking/store/replay.ts';
import { clickExpiry, maxClicksPerVisit } from '#lib/clicks/tracking/writes/visits.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { itemsOfType } from '#test/support/items.ts';
import { createBrand } from '#test/support/service.ts';

const hour = 3_600_000;
const noon = Date.parse('2026-03-01T12:00:00.000Z');

let brandId: string;
beforeAll(async () => {
  brandId = (await createBrand()).brand.id;
});

/** A link of its own for each test. */
function newLink() {
  const affiliateId = newId('affiliate', new Date());
  const trackingCode = affiliateId.toLowerCase();
  const clickOf = (visitor: VisitorFingerprint, at: number): Click => {
    const facts = {
      campaignId: null,
      filtered: null,
      device: 'other',
      country: null,
      referrerHost: null,
    } as const;
    return newClick({ brandId, affiliateId, trackingCode, ...facts }, visitor, new Date(at));
  };
  return {
    /** A click of one visitor. */
    click: (milliseconds = 0) => clickOf(visitorById(brandId, trackingCode, 'v'), noon + milliseconds),
    /** A click of a browser behind one address. */
    clickOfAddress: (browser = 1, milliseconds = 0, maxUniqueClicks = 10) =>
      clickOf(
        visitorBehindAddress('salt', trackingCode, {
          address: '198.51.100.7',
          userAgent: `Browser ${browser}`,
          maxUniqueClicks,
        }),
        noon + milliseconds,
      ),
    visits: async () => (await itemsOfType(visitType)).filter((visit) => visit.affiliateId === affiliateId),
  };
}

const reasonOf = async (click: Click) => (await recordClick(click)).reason;

describe('a click that is stored again', () => {
  test('a click that is stored again keeps its first verdict and is stored once', async () => {
    const { click, visits } = newLink();
    const [first, second] = [click(), click(1)];
    const verdicts = [await recordClick(first), await recordClick(second)];
    expect(verdicts.map(({ reason }) => reason)).toEqual([null, 'duplicate']);
    expect([await recordClick(first), await recordClick(second)]).toMatchObject(verdicts);
    expect(await visits()).toMatchObject([{ clicks: { size: 2 } }]);
  });

  test('a click that is stored again keeps its first verdict in the visit of an address', async () => {
    const { clickOfAddress, visits } = newLink();
    const [first, second] = [clickOfAddress(1), clickOfAddress(2, 1)];
    const verdicts = [await recordClick(first), await recordClick(second)];
    expect(verdicts.map(({ reason }) => reason)).toEqual([null, null]);
    expect([await recordClick(first), await recordClick(second)]).toMatchObject(verdicts);
    const [visit, ...others] = await visits();
    expect(others).toEqual([]);
    expect(visit).toMatchObject({ clicks: { size: 2 }, visitors: { length: 2 } });
  });

  test.each([
    ['of a visitor', 'duplicate'],
    ['of an address', 'suspicious'],
  ] as const)(
    'is stored once when the visit %s is full, and the next click is stored separately',
    async (kind, last) => {
      const { click, clickOfAddress, visits } = newLink();
      const nth = (index: number) => (kind === 'of a visitor' ? click(index) : clickOfAddress(index, index));
      const clicks = Array.from({ length: maxClicksPerVisit }, (_, index) => nth(index));
      for (const stored of clicks) await recordClick(stored);
      for (const stored of [clicks[0], clicks.at(-1)]) if (stored !== undefined) await recordClick(stored);
      expect(await visits()).toMatchObject([{ clicks: { size: maxClicksPerVisit } }]);
      expect(await reasonOf(nth(maxClicksPerVisit))).toBe(last);
      expect(await visits()).toHaveLength(2);
    },
  );

  test('clicks of a full visit that share millisecond and token are all stored, each once', async () => {
    const { click, clickOfAddress, visits } = newLink();
    const atOnce = (next: Click, referrerHost: string | null = null) => ({
      ...next,
      token: 'SAME',
      referrerHost,
    });
    for (let index = 0; index < maxClicksPerVisit; index += 1) {
      await recordClick(click(index));
      await recordClick(clickOfAddress(index, index));
    }
    const clicks = [
      ...[1, 2].map((browser) => atOnce(clickOfAddress(browser, 900))),
      ...['one.test', 'two.test'].map((host) => atOnce(click(900), host)),
    ];
    for (const stored of [...clicks, ...clicks]) await recordClick(stored);
    expect((await visits()).filter(({ beyond }) => beyond === true)).toHaveLength(clicks.length);
  });
});

describe('the hour of duplicates', () => {
  test.each([
    ['after', hour - 1, 'duplicate'],
    ['after', hour, null],
    ['before', 1 - hour, 'duplicate'],
    ['before', -hour, null],
  ])(
    'the verdict of a click %s the counted click, with a distance of %i ms, is %s',
    async (_, distance, reason) => {
      const { click } = newLink();
      expect(await reasonOf(click())).toBeNull();
      expect(await reasonOf(click(distance))).toBe(reason);
    },
  );
});

test('the first visitors of an address count up to its limit, and the next one does not', async () => {
  const { clickOfAddress } = newLink();
  const reasons = [];
  for (let browser = 1; browser <= 3; browser += 1)
    reasons.push(await reasonOf(clickOfAddress(browser, browser, 2)));
  expect(reasons).toEqual([null, null, 'suspicious']);
  expect(await reasonOf(clickOfAddress(2, hour + 2, 2))).toBeNull();
});

test('a logged click is stored until the clicks of its day expire, and skipped from then on', async () => {
  const { click } = newLink();
  async function* line() {
    yield JSON.stringify({ message: clickNotStored, click: click() });
  }
  const end = clickExpiry('2026-03-01', environment.CLICK_RETENTION_DAYS) * 1000;
  const clock = fakeClock(new Date(end - 1));
  expect(await replay(line())).toMatchObject({ stored: 1, expired: 0 });
  clock.advance(0.001);
  expect(await replay(line())).toMatchObject({ stored: 0, expired: 1 });
});

test('the clicks of a day expire after the retention time, counted from the end of the day', () => {
  expect(clickExpiry('2026-03-01', 60)).toBe(Date.parse('2026-05-01T00:00:00.000Z') / 1000);
});
