// Budget test for the statistics of a year.
import { beforeAll, describe, expect, test } from 'vitest';
import { headPut, newHead, segmentPut } from '#lib/click-statistics/rules/journal/items.ts';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { formatHour, parseHour } from '#lib/shared/time-zones.ts';
import { sizeOfPuts } from '#lib/table/writes/transaction-size.ts';
import type { Put } from '#lib/table/writes/write.ts';
import {
  brandWithClicks,
  firstDay,
  generateClicks,
  type Program,
  programOf,
  queriesOf,
} from '#test/support/click-programs.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { disableStream, writeInBulk } from '#test/support/fill.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

beforeAll(async () => {
  await disableStream();
});

const monthsOf = (year: number): readonly string[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);

/** Returns the items of a journal with as many changes as it can have, evenly over the hours of the month. */
function fullJournal(program: Program, month: string, seed: number): readonly Put[] {
  const id = { brandId: program.brandId, month };
  const hoursOfMonth = 28 * 24;
  const count = journalLimits.changes;
  const deltas = generateClicks(program, month, count, seed).map((delta, nth) => {
    const hour = parseHour(`${month}-01T00`) + Math.floor((nth * hoursOfMonth) / count);
    return { ...delta, hour: formatHour(hour) };
  });
  const puts: Put[] = [];
  const perSegment = 360;
  for (let at = 0; at < count; at += perSegment) {
    const own = deltas.slice(at, at + perSegment);
    const put = segmentPut(id, puts.length + 1, own);
    puts.push(put);
  }
  expect(sizeOfPuts(puts.slice(0, 1))).toBeGreaterThan(0.9 * journalLimits.segmentBytes);
  const head = { ...newHead(), changes: count, segments: puts.length };
  return [headPut(id, newHead(), head), ...puts];
}

describe('GET /v1/tracking/clicks', () => {
  test('reads a year of busy days in two round trips and at most 150 capacity units', async () => {
    const { token, program } = await brandWithClicks(['08', '20'], 60, 365, 1);
    for (const query of queriesOf(program)) {
      const path = `/tracking/clicks?from=2025-01-01&to=2025-12-31${query}`;
      const [answer, traffic] = await trafficOf(() => send('GET', path, { token }));
      expect(
        answer.json.data.days.filter(({ clicks }: { clicks: number }) => clicks > 0).length,
      ).toBeGreaterThan(360);
      expect([query, traffic.roundTrips, traffic.capacity <= 150]).toEqual([query, 2, true]);
    }
  });

  test('reads a year of full journals in two round trips and at most 150 capacity units', async () => {
    fakeClock(firstDay);
    const { brand } = await createBrand('scale');
    const program = programOf(brand.id, 10, 1);
    for (const [nth, month] of monthsOf(2025).entries()) await writeInBulk(fullJournal(program, month, nth));
    fakeClock('2025-12-31T12:00:00.000Z');
    const { token } = await newToken(brand.id, 'member');
    for (const query of queriesOf(program)) {
      const path = `/tracking/clicks?from=2025-01-01&to=2025-12-31${query}`;
      const [{ json, status }, traffic] = await trafficOf(() => send('GET', path, { token }));
      expect([query, status, json.data.clicks > 0]).toEqual([query, 200, true]);
      expect([query, traffic.roundTrips, traffic.capacity <= 150]).toEqual([query, 2, true]);
    }
  });
});
