import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyDeltas,
  closedHourKeys,
  maxItems,
  openHourKeys,
  rollupBatches,
} from '#lib/click-statistics/rules/rollups/apply.ts';
import { reader, writer } from '#lib/click-statistics/rules/rollups/bytes.ts';
import { comparable } from '#lib/click-statistics/rules/rollups/comparable.ts';
import { decodeFigures, encodeFigures, noFigures } from '#lib/click-statistics/rules/rollups/figures.ts';
import { parseTotals, parseVisitors } from '#lib/click-statistics/rules/rollups/items.ts';
import { decodeNames, encodeNames } from '#lib/click-statistics/rules/rollups/names.ts';
import { overflowName } from '#lib/click-statistics/rules/rollups/overflow.ts';
import { type ScopeKind, scopeOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { noValue, totalsOf } from '#lib/click-statistics/rules/rollups/totals.ts';
import { decodeTotals, encodeTotals } from '#lib/click-statistics/rules/rollups/totals-bytes.ts';
import { storedItems } from '#lib/click-statistics/writes.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { clickScope } from '#lib/table/keys/rollup-keys.ts';
import { devices, filterReasons } from '#lib/tracking/rules/click-kinds.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { sized } from '#test/support/size.ts';

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

class RollupTable {
  readonly items = new Map<string, Item>();

  aggregate(deltas: readonly ClickDelta[]): void {
    const read = (keys: readonly Key[]) => keys.map((key) => this.items.get(nameOf(key)));
    const batches = rollupBatches(deltas);
    const first = openHourKeys(batches);
    const open = storedItems(first, read(first));
    const further = closedHourKeys(batches, open);
    const found = new Map([...open, ...storedItems(further, read(further))]);
    const writes = applyDeltas(batches, found);
    // `maxItems` is an upper bound that is known before anything is read.
    for (const batch of batches) {
      expect(applyDeltas([batch], found).length).toBeLessThanOrEqual(maxItems(batch));
    }
    const allowed = new Set([...first, ...further].map(nameOf));
    for (const write of writes) {
      if (write.kind !== 'put') throw new Error('Rollup items are written with put only');
      const name = nameOf(write.item);
      expect(allowed).toContain(name);
      const { revision = 0 } = this.items.get(name) ?? {};
      expect(write.item.revision).toBe(Number(revision) + 1);
      this.items.set(name, write.item);
    }
  }

  read(key: Key): readonly Item[] {
    const item = this.items.get(nameOf(key));
    return item === undefined ? [] : [item];
  }

  /** All items, sorted, with their bytes as base64 and without revisions. */
  figures(of: (kind: ScopeKind, item: Item) => Item = (_, item) => item) {
    const kindOf = (name: string): ScopeKind =>
      affiliates.some((id) => name.includes(id)) ? 'affiliate' : name.includes('cmp_') ? 'campaign' : 'brand';
    const entries = [...this.items].map(([name, stored]) => {
      const { revision: _, figures, ...item } = of(kindOf(name), stored);
      return [name, { ...item, figures: Buffer.from(figures as Uint8Array).toString('base64') }];
    });
    return Object.fromEntries(entries.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)));
  }
}

const ulidOf = (letter: string) => `01JD${letter.repeat(22)}`;
const affiliates = ['A', 'B', 'C'].map((letter) => `aff_${ulidOf(letter)}`);
const campaigns = [null, `cmp_${ulidOf('M')}`, `cmp_${ulidOf('N')}`];
const hoursOfTest = ['2026-10-31T22', '2026-10-31T23', '2026-11-01T00', '2026-11-01T05', '2026-11-02T23'];

interface DeltaOptions {
  readonly brands?: readonly string[];
  readonly hosts?: number;
  readonly visitors?: number;
}

const anyDelta = ({
  brands = ['brd_1'],
  hosts = 5,
  visitors = 5,
}: DeltaOptions = {}): fc.Arbitrary<ClickDelta> =>
  fc.record({
    brandId: fc.constantFrom(...brands),
    affiliateId: fc.constantFrom(...affiliates),
    campaignId: fc.constantFrom(...campaigns),
    hour: fc.constantFrom(...hoursOfTest),
    clicks: fc.integer({ min: -1, max: 1 }),
    uniqueClicks: fc.integer({ min: -1, max: 1 }),
    firstInCampaign: fc.integer({ min: -1, max: 1 }),
    filtered: fc.dictionary(fc.constantFrom(...filterReasons), fc.constantFrom(-1, 1), { maxKeys: 2 }),
    country: fc.constantFrom(null, 'DE', 'FR', 'US'),
    device: fc.constantFrom(...devices),
    referrerHost: fc.option(fc.nat(hosts - 1).map((number) => `blog-${number}.example`)),
    visitor: fc.option(fc.nat(visitors - 1).map((number) => `visitor${number}`)),
  });

/** Deltas, the same deltas shuffled, and batch sizes for the shuffled ones. */
const deltasInTwoOrders = (
  delta: fc.Arbitrary<ClickDelta>,
  size: { minLength: number; maxLength: number },
  smallestBatch = 1,
) =>
  fc
    .array(delta, size)
    .chain((deltas) =>
      fc.tuple(
        fc.constant(deltas),
        fc.shuffledSubarray(deltas, { minLength: deltas.length }),
        fc.array(fc.integer({ min: smallestBatch, max: deltas.length }), { minLength: 1, maxLength: 8 }),
      ),
    );

function aggregatedInBatches(deltas: readonly ClickDelta[], sizes: readonly number[]): RollupTable {
  const table = new RollupTable();
  for (let done = 0, turn = 0; done < deltas.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    table.aggregate(deltas.slice(done, done + size));
    done += size;
  }
  return table;
}

function expectSameFigures([deltas, shuffled, sizes]: [ClickDelta[], ClickDelta[], number[]]): RollupTable {
  const atOnce = aggregatedInBatches(deltas, [deltas.length]);
  expect(aggregatedInBatches(shuffled, sizes).figures()).toEqual(atOnce.figures());
  return atOnce;
}

describe('a click rollup', () => {
  test('a click rollup is identical, byte for byte, for any sequence and batching of the deltas', () => {
    fc.assert(
      fc.property(
        deltasInTwoOrders(anyDelta({ brands: ['brd_1', 'brd_2'], visitors: 20 }), {
          minLength: 1,
          maxLength: 60,
        }),
        (ways) => {
          expectSameFigures(ways);
        },
      ),
      { numRuns: sized(30, 100) },
    );
  });

  test('a click rollup is identical for any sequence of the deltas when there are too many visitors to count exactly', () => {
    fc.assert(
      fc.property(
        fc.noBias(
          deltasInTwoOrders(anyDelta({ visitors: 10_000 }), { minLength: 2000, maxLength: 2500 }, 200),
        ),
        (ways) => {
          const sketches = expectSameFigures(ways).read(
            keys.clickVisitors('brd_1', clickScope(), '2026-10-31'),
          );
          expect(sketches.map((sketch) => parseVisitors(sketch).kind)).toEqual(['estimated']);
        },
      ),
      { numRuns: sized(1, 3), endOnFailure: true },
    );
  });

  test('a click rollup has the same sums for any sequence of the deltas when there are more referrers than it keeps', () => {
    fc.assert(
      fc.property(
        fc.noBias(deltasInTwoOrders(anyDelta({ hosts: 100_000 }), { minLength: 4000, maxLength: 5000 }, 400)),
        ([deltas, shuffled, sizes]) => {
          const tables = [aggregatedInBatches(deltas, [deltas.length]), aggregatedInBatches(shuffled, sizes)];
          const [one, other] = tables.map((table) => table.figures(comparable));
          expect(one).toEqual(other);
          const [month = {}] = tables[0]?.read(keys.clickTotals('brd_1', clickScope(), '2026-11')) ?? [];
          const hosts = parseTotals('brand', month).totals.get(noValue)?.groups.referrer;
          expect(hosts?.has(overflowName)).toBe(true);
          expect(hosts?.size).toBe(1001);
        },
      ),
      { numRuns: sized(1, 2), endOnFailure: true },
    );
  });
});

test('different rollup scopes never share a name, and a creator with a campaign has the scope of the creator', () => {
  const asked = [
    {},
    { affiliateId: 'ALL' },
    { campaignId: 'ALL' },
    { affiliateId: 'x' },
    { campaignId: 'x' },
    { affiliateId: '#' },
  ];
  expect(new Set(asked.map((of) => scopeOf('brd_1', of).name)).size).toBe(asked.length);
  // The rollup of a creator contains its figures per campaign.
  expect(scopeOf('brd_1', { affiliateId: 'x', campaignId: 'y' })).toEqual(
    scopeOf('brd_1', { affiliateId: 'x' }),
  );
});

describe('the byte format of a rollup', () => {
  const number = fc.oneof(
    fc.nat(300),
    fc.nat(100_000),
    fc.maxSafeNat().map((value) => Math.floor(value / 2)),
  );

  test('round-trips numbers of any size, negative numbers and texts', () => {
    fc.assert(
      fc.property(fc.array(number), fc.array(number), fc.array(fc.string()), (counts, signed, texts) => {
        const to = writer();
        for (const count of counts) to.unsigned(count);
        for (const value of signed) to.signed(-value);
        for (const value of signed) to.signed(value);
        for (const text of texts) to.text(text);
        const from = reader(to.done());
        expect(counts.map(() => from.unsigned())).toEqual(counts);
        expect(signed.map(() => from.signed())).toEqual(signed.map((value) => 0 - value));
        expect(signed.map(() => from.signed())).toEqual(signed);
        expect(texts.map(() => from.text())).toEqual(texts);
      }),
    );
  });

  test('rejects bytes that end too early', () => {
    const to = writer();
    to.text('a text');
    expect(() => reader(to.done().subarray(0, 3)).text()).toThrow('ends too early');
  });

  test('round-trips figures of which most are 0', () => {
    const to = writer();
    const figures = { ...noFigures(), clicks: 1234, duplicate: -1, head: 7 };
    encodeFigures(to, figures);
    encodeFigures(to, noFigures());
    const from = reader(to.done());
    expect([decodeFigures(from), decodeFigures(from)]).toEqual([figures, noFigures()]);
  });

  test('stores a valid id in 18 bytes, and a country, a host or a malformed id as text', () => {
    const names = [
      ...affiliates,
      'cmp_',
      'cmp_01JD',
      '',
      overflowName,
      'DE',
      'aff.example',
      `aff_${'U'.repeat(26)}`,
    ];
    const to = writer();
    encodeNames(to, affiliates);
    expect(to.done().length).toBe(1 + affiliates.length * 18);
    const all = writer();
    encodeNames(all, names);
    expect(decodeNames(reader(all.done()))).toEqual(names.toSorted());
  });

  test('round-trips totals', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('brand' as const, 'campaign' as const, 'affiliate' as const),
        fc.array(anyDelta()),
        (kind, deltas) => {
          const totals = totalsOf({ kind, brandId: 'brd_1' }, deltas);
          const to = writer();
          encodeTotals(to, kind, totals);
          expect(decodeTotals(reader(to.done()), kind)).toEqual(totals);
        },
      ),
    );
  });
});
