// Tests what it costs to count clicks and to read their statistics, in units of the table.
import { beforeAll, describe, expect, test } from 'vitest';
import { newClick } from '#lib/clicks/tracking/rules/visit.ts';
import { visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { overflowItem } from '#lib/clicks/tracking/writes/visits.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { sum } from '#lib/foundation/shared/sum.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import type { Put } from '#lib/foundation/table/writes/write.ts';
import { countChanges } from '#lib/outlets/figures/store/count-changes.ts';
import {
  brandWithClicks,
  countries,
  figuresOf,
  firstDay,
  generateClicks,
  hosts,
  type Program,
  programOf,
  queriesOf,
} from '#test/support/click-programs.ts';
import { disableStream, writeInBulk } from '#test/support/fill.ts';
import { createBrand, send } from '#test/support/service.ts';
import { type Call, trafficOf } from '#test/support/traffic.ts';

beforeAll(async () => {
  await disableStream();
});

const fullBatch = 2000;
const clicksPerSecond = 5000;
const bytesPerUnit = 1024;

/** The change of a first click of a visitor on the link of a creator. */
function changeOf({ brandId, affiliates, campaigns }: Program, nth: number): Change {
  const affiliateId = affiliates[nth % affiliates.length] ?? '';
  const facts = {
    campaignId: campaigns[nth % campaigns.length] ?? null,
    filtered: null,
    device: nth % 2 === 0 ? 'mobile' : 'desktop',
    country: countries[nth % countries.length] ?? null,
    referrerHost: hosts[nth % hosts.length] ?? null,
  } as const;
  const subject = { brandId, affiliateId, trackingCode: affiliateId };
  const click = newClick({ ...subject, ...facts }, visitorById(brandId, affiliateId, String(nth)), firstDay);
  const { beyond: _, ...after } = { ...overflowItem(click, 90), visitor: `visitor ${nth}` };
  return { sequenceNumber: String(100_000_000_003_498_069_978n + BigInt(nth)), before: undefined, after };
}

const putsOf = (calls: readonly Call[]): readonly Put['item'][] =>
  calls.flatMap(({ input }) =>
    ((input.TransactItems ?? []) as readonly { readonly Put?: { readonly Item: Put['item'] } }[]).flatMap(
      ({ Put: put }) => put?.Item ?? [],
    ),
  );
const bytesOf = (item: Put['item']): number =>
  sum(
    Object.values(item).map((value) => (value instanceof Uint8Array ? value.length : String(value).length)),
  );

/** The write units for each partition key. A write in a transaction costs twice as much. */
function unitsByPartition(items: readonly Put['item'][]): readonly number[] {
  const units = items.map(
    ({ pk, ...item }) => [pk, 2 * Math.ceil((200 + bytesOf({ pk, ...item })) / bytesPerUnit)] as const,
  );
  return [...Map.groupBy(units, ([pk]) => pk).values()].map((own) => sum(own.map(([, count]) => count)));
}

describe('a brand with 10,000 creators, each with clicks on this day', () => {
  test('a full batch of 2,000 clicks of 2,000 creators takes at most 3,000 write units, and no partition key is too hot', async () => {
    const { brand } = await createBrand('scale');
    const program = programOf(brand.id, 10_000, 3);
    const clicks = program.affiliates.flatMap((affiliateId, nth) => {
      const [click] = generateClicks({ ...program, affiliates: [affiliateId] }, firstDay, 1, nth);
      return click === undefined ? [] : [{ ...click, affiliateId }];
    });
    await writeInBulk(figuresOf(clicks));
    const changes = Array.from({ length: fullBatch }, (_, nth) => changeOf(program, nth * 5));
    const [, batch] = await trafficOf(() => countChanges('shard', changes));
    expect(batch.writeUnits).toBeLessThanOrEqual(3000);
    const written = putsOf(batch.calls);
    expect(Math.max(...written.map(bytesOf))).toBeLessThan(64 * bytesPerUnit);
    const batchesPerSecond = clicksPerSecond / fullBatch;
    expect(Math.max(...unitsByPartition(written)) * batchesPerSecond).toBeLessThanOrEqual(500);

    const [, alone] = await trafficOf(() => countChanges('other shard', [changeOf(program, 7)]));
    expect(alone.writeUnits).toBeLessThanOrEqual(20);
    process.stdout.write(`${JSON.stringify({ batch: batch.writeUnits, alone: alone.writeUnits })}\n`);
  });
});

test('a click that is alone in its batch takes at most 8 write units in a small brand', async () => {
  const program = programOf((await createBrand()).brand.id, 10, 1);
  const units: number[] = [];
  for (let nth = 0; nth < 40; nth += 1) {
    const [, { writeUnits }] = await trafficOf(() =>
      countChanges(newId('export', firstDay), [changeOf(program, nth)]),
    );
    units.push(writeUnits);
  }
  expect(Math.max(...units)).toBeLessThanOrEqual(8);
});

describe('GET /v1/tracking/clicks', () => {
  test('GET /v1/tracking/clicks reads a year of a brand with 100 creators in at most 3 round trips and 300 read units', async () => {
    const { token, program } = await brandWithClicks(60, 365, 100);
    for (const query of queriesOf(program)) {
      for (const range of ['from=2025-01-01&to=2025-12-31', 'from=2025-01-16&to=2025-12-16']) {
        const [answer, traffic] = await trafficOf(() =>
          send('GET', `/tracking/clicks?${range}${query}`, { token }),
        );
        expect([query, answer.status, answer.json.data.clicks > 0]).toEqual([query, 200, true]);
        expect(traffic.roundTrips, query).toBeLessThanOrEqual(3);
        expect([query, traffic.capacity <= 300 ? 'at most 300' : traffic.capacity]).toEqual([
          query,
          'at most 300',
        ]);
      }
    }
  });
});
