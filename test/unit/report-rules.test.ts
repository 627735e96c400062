// Tests the rules of reports: the range of a query, ages of approvals, rows, and the figures of ledger entries.
import { describe, expect, test } from 'vitest';
import { addDays } from '#lib/foundation/shared/dates.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { isBrandFigures } from '#lib/foundation/table/keys/figure-keys.ts';
import type { Account, LedgerEntry } from '#lib/money/ledger/schema.ts';
import {
  presentPayables,
  presentPayablesCsv,
  presentPerformance,
  presentPerformanceCsv,
} from '#lib/outlets/figures/present.ts';
import { reports } from '#lib/outlets/figures/routes.ts';
import { entryDeltasOf } from '#lib/outlets/figures/rules/deltas.ts';
import type { Figures } from '#lib/outlets/figures/rules/figures.ts';
import { kindsInReports } from '#lib/outlets/figures/rules/kinds-in-reports.ts';
import { addPayables, nothingPayable, payableRows } from '#lib/outlets/figures/rules/payables.ts';
import { performanceRequest } from '#lib/outlets/figures/rules/performance-request.ts';
import { keyOfDay, performanceReport } from '#lib/outlets/figures/rules/performance-rows.ts';
import type { Sheet } from '#lib/outlets/figures/rules/sheet.ts';
import { payablesQuery } from '#lib/outlets/figures/schema/payables.ts';
import { performanceQuery } from '#lib/outlets/figures/schema/performance.ts';

const now = new Date('2026-03-10T23:30:00.000Z');
const today = '2026-03-10';

const utc = { timezone: 'UTC', pastTimezones: [] };
const requestOf = (query: object, zones = utc) =>
  performanceRequest(performanceQuery.parse(query), zones, now);
const detailsOf = (query: object): unknown => {
  try {
    return requestOf(query);
  } catch (error) {
    return error instanceof DomainError ? error.extras.details : error;
  }
};

describe('range of a performance report', () => {
  const rangeOf = (query: object, timezone = 'UTC') => requestOf(query, { ...utc, timezone }).days;

  test('the range of a report defaults to the 30 days until today, in the time zone of the brand', () => {
    expect(rangeOf({})).toEqual(['2026-02-09', '2026-03-10']);
    expect(rangeOf({}, 'Europe/Berlin')).toEqual(['2026-02-10', '2026-03-11']);
    expect(rangeOf({ to: '2025-12-31' })).toEqual(['2025-12-02', '2025-12-31']);
    expect(rangeOf({ from: '2026-03-01' })).toEqual(['2026-03-01', '2026-03-10']);
    expect(rangeOf({ from: '2026-03-10' })).toEqual(['2026-03-10', '2026-03-10']);
    expect(rangeOf({ from: '2026-03-12' })).toEqual(['2026-03-12', '2026-03-12']);
  });

  test('the range of a report has at least 1 day and at most 366 days', () => {
    expect(rangeOf({ from: '2026-01-01', to: '2026-01-01' })).toEqual(['2026-01-01', '2026-01-01']);
    expect(rangeOf({ from: '2025-03-10', to: '2026-03-10' })).toEqual(['2025-03-10', '2026-03-10']);
    expect(detailsOf({ from: '2025-03-09', to: '2026-03-10' })).toEqual([
      { path: 'to', message: '`to` must be within 366 days of `from`' },
    ]);
    expect(detailsOf({ from: '2026-01-02', to: '2026-01-01' })).toEqual([
      { path: 'from', message: '`from` must not be after `to`' },
    ]);
    expect(reports.performance.description).toContain('at most 366 days, and defaults to the last 30 days');
  });

  test('a range begins in 2000 at the earliest', () => {
    expect(performanceQuery.safeParse({ from: '2000-01-01' }).success).toBe(true);
    expect(performanceQuery.safeParse({ from: '1999-12-31' }).success).toBe(false);
  });

  test('the limit of rows is from 1 to 1000', () => {
    for (const query of [performanceQuery, payablesQuery]) {
      expect([1, 1000].map((limit) => query.safeParse({ limit }).success)).toEqual([true, true]);
      expect([0, 1001, 1.5].map((limit) => query.safeParse({ limit }).success)).toEqual([
        false,
        false,
        false,
      ]);
    }
    expect(performanceQuery.parse({}).limit).toBe(1000);
    expect(payablesQuery.parse({}).limit).toBe(100);
  });
});

test('a report has clicks unless it is by discount code or of one discount code', () => {
  expect(requestOf({ groupBy: 'discount' }).hasClicks).toBe(false);
  expect(requestOf({ discountId: 'dsc_1' }).hasClicks).toBe(false);
  expect(requestOf({ affiliateId: 'aff_1', campaignId: 'cmp_1' }).hasClicks).toBe(true);
  expect(requestOf({ groupBy: 'campaign' }).hasClicks).toBe(true);
});

test('each group supports exactly the combinations of filters that have figures', () => {
  const names = ['affiliateId', 'campaignId', 'discountId'];
  const subsets = Array.from({ length: 8 }, (_, bits) =>
    names.filter((__, index) => (bits >> index) % 2 === 1),
  );
  const supportedBy = (groupBy: string) =>
    subsets
      .filter((filters) => {
        const query = Object.fromEntries(filters.map((name) => [name, 'id_1']));
        return !Array.isArray(detailsOf({ groupBy, ...query }));
      })
      .map((filters) => filters.map((name) => name.replace('Id', '')).join('+'));
  for (const groupBy of ['day', 'week', 'month'])
    expect([groupBy, supportedBy(groupBy)]).toEqual([
      groupBy,
      ['', 'affiliate', 'campaign', 'affiliate+campaign', 'discount', 'affiliate+discount'],
    ]);
  expect(supportedBy('affiliate')).toEqual(['', 'campaign']);
  expect(supportedBy('campaign')).toEqual(['', 'affiliate', 'affiliate+discount']);
  expect(supportedBy('discount')).toEqual(['', 'affiliate', 'affiliate+campaign']);
});

describe('rows of a performance report', () => {
  const byId = new Map<string, Figures>([
    [
      'a',
      {
        ...{ orders: 2, gross: 999, refunds: 100, pending: 10, approved: 20, paid: 30 },
        ...{ clicks: 8, uniqueClicks: 3 },
      },
    ],
    ['b', { orders: 1, gross: 899 }],
    ['', { orders: 1, gross: 700 }],
    ['zero', {}],
  ]);
  const reportOf = (query: object) => performanceReport(requestOf({ groupBy: 'affiliate', ...query }), byId);
  const keysOf = (query: object) => reportOf(query).rows.map(({ key }) => key);

  test('rows are sorted by net revenue by default, and rows with equal figures by key', () => {
    expect(keysOf({})).toEqual(['a', 'b', '']);
    expect(keysOf({ order: 'asc' })).toEqual(['', 'a', 'b']);
    expect(keysOf({ sort: 'orders' })).toEqual(['a', '', 'b']);
    expect(keysOf({ sort: 'orders', order: 'asc' })).toEqual(['', 'b', 'a']);
    expect(keysOf({ sort: 'key' })).toEqual(['', 'a', 'b']);
    expect(keysOf({ sort: 'key', order: 'desc' })).toEqual(['b', 'a', '']);
  });

  test('rows without the sorted figure come last in both orders', () => {
    expect(keysOf({ sort: 'conversionRate', order: 'asc' })).toEqual(['a', '', 'b']);
    expect(keysOf({ sort: 'conversionRate', order: 'desc' })).toEqual(['a', '', 'b']);
  });

  test('a report has at most `limit` rows, and its totals and its count include the others', () => {
    const report = reportOf({ limit: 1 });
    expect(report).toMatchObject({ rowsCount: 3, totals: { orders: 4, gross: 2598, clicks: 8 } });
    expect(report.rows.map(({ key }) => key)).toEqual(['a']);
  });

  test('ratios are rounded, and are null if their divisor is 0', () => {
    const [a, b] = reportOf({}).rows;
    expect(a?.figures).toMatchObject({
      ...{ commission: 60, netRevenue: 899, conversionRate: 2500, earningsPerClick: 750 },
      averageOrderValue: 500,
    });
    expect(b?.figures).toMatchObject({ clicks: 0, conversionRate: null, earningsPerClick: null });
    const negative = { orders: -1, refunds: 5, clicks: -2, uniqueClicks: -1 };
    const withoutOrders = performanceReport(requestOf({ groupBy: 'affiliate' }), new Map([['a', negative]]));
    expect(withoutOrders.rows[0]?.figures).toMatchObject({
      ...{ orders: 0, clicks: 0, uniqueClicks: 0, averageOrderValue: null, conversionRate: null },
    });
  });

  test('a day belongs to the week of its Monday and to its month', () => {
    const keysOfDay = ['2026-03-01', '2026-03-02', '2026-03-08', '2026-03-09'].map((day) => [
      keyOfDay(day, 'week'),
      keyOfDay(day, 'month'),
      keyOfDay(day, 'day'),
    ]);
    expect(keysOfDay).toEqual([
      ['2026-02-23', '2026-03', '2026-03-01'],
      ['2026-03-02', '2026-03', '2026-03-02'],
      ['2026-03-02', '2026-03', '2026-03-08'],
      ['2026-03-09', '2026-03', '2026-03-09'],
    ]);
  });

  test('a day without figures has a row, and a creator without figures has none', () => {
    const byDay = performanceReport(requestOf({}), new Map([['2026-03-01', {}]]));
    expect(byDay.rows.map(({ figures: { orders } }) => orders)).toEqual([0]);
    expect(keysOf({ sort: 'key' })).not.toContain('zero');
  });

  test('the key of a row without a campaign is null, and an empty cell in a CSV file', () => {
    const report = reportOf({ from: '2026-03-01', to: '2026-03-02' });
    const brand = { currency: 'USD' };
    expect(presentPerformance({ ...report, labels: undefined }, brand).rows.map(({ key }) => key)).toEqual([
      'a',
      'b',
      null,
    ]);
    const labels = new Map([['a', { name: 'Ada' }]]);
    const { name, text } = presentPerformanceCsv({ ...report, labels }, brand);
    expect(name).toBe('performance-2026-03-01-2026-03-02.csv');
    expect(text.split('\r\n').map((line) => line.split(',').slice(0, 7).join())).toEqual([
      'affiliateId,name,email,clicks,uniqueClicks,orders,gross',
      'a,Ada,,8,3,2,9.99',
      'b,,,0,0,1,8.99',
      ',,,0,0,1,7',
      'total,,,8,3,4,25.98',
      '',
    ]);
  });
});

describe('payables', () => {
  const sheet = (id: string, parts: readonly (readonly [string, Figures])[]): Sheet =>
    new Map([[id, new Map(parts)]]);

  test('an approval reaches the next age one day after 30, 60 and 90 days', () => {
    const ages = [0, 30, 31, 60, 61, 90, 91, 1000];
    const parts = ages.map((age, index) => [addDays(today, -age), { approved: 10 ** index }] as const);
    expect(payableRows([sheet('a', parts)], today)).toEqual([
      {
        affiliateId: 'a',
        payable: {
          ...{ pending: 0, inPayout: 0, due: 11_111_111 },
          ...{ days0To30: 11, days31To60: 1100, days61To90: 110_000, over90Days: 11_000_000 },
        },
      },
    ]);
  });

  test('payables are sorted by what is due, then by what is pending, then by the id', () => {
    const rows = payableRows(
      [
        sheet('c', [['', { pending: 5 }]]),
        sheet('b', [['', { pending: 5 }]]),
        sheet('d', [['', { pending: 6 }]]),
        sheet('e', [[today, { inPayout: 7 }]]),
        sheet('a', [[today, { approved: -1 }]]),
      ],
      today,
    );
    expect(rows.map(({ affiliateId }) => affiliateId)).toEqual(['e', 'd', 'b', 'c', 'a']);
    const totals = rows.reduce((sum, { payable }) => addPayables(sum, payable), nothingPayable);
    expect(totals).toEqual({ ...nothingPayable, pending: 16, inPayout: 7, days0To30: -1, due: 6 });
    expect(presentPayables({ asOf: now, rows: [], rowsCount: 5, totals }, { currency: 'USD' })).toMatchObject(
      {
        ...{ asOf: '2026-03-10T23:30:00.000Z', currency: 'USD', rowsCount: 5 },
      },
    );
    expect(presentPayablesCsv({ asOf: now, rows: [], rowsCount: 5, totals }, { currency: 'USD' }).name).toBe(
      'payables-2026-03-10.csv',
    );
  });
});

describe('figures of a ledger entry', () => {
  const ids = {
    brandId: newId('brand', now),
    affiliateId: newId('affiliate', now),
    conversionId: newId('conversion', now),
    commissionId: newId('commission', now),
  };
  const entry = (
    kind: LedgerEntry['kind'],
    credits: readonly (readonly [Account, number])[],
    changes: Partial<LedgerEntry> = {},
  ): LedgerEntry => ({
    ...ids,
    ...{ id: newId('ledgerEntry', now), kind, at: '2026-03-10T12:00:00.000Z', payoutId: null },
    ...{ campaignId: null, discountId: null, orders: 0, uses: 0, conversions: {}, commissions: {} },
    postings: credits.map(([account, credit]) => ({ account, amount: -credit })),
    report: { at: '2026-03-01T08:00:00.000Z', discountId: null, approvedAt: '2026-03-05T00:00:00.000Z' },
    ...changes,
  });
  const partsOf = (given: LedgerEntry) => {
    const deltas = entryDeltasOf(given, utc);
    const ofBrand = deltas.filter(({ key }) => isBrandFigures(key));
    const payables = deltas.filter(({ key }) => key.pk.includes('#PAYABLES'));
    return {
      performance: ofBrand.map(({ key, figures }) => [key.sk, figures]),
      payables: payables.map(({ part, figures }) => [part, figures]),
    };
  };
  const orderDay = '2026-03-01';
  const approvalDay = '2026-03-05';

  test('the figures of a ledger entry follow from its kind and its postings', () => {
    expect(
      partsOf(
        entry(
          'order',
          [
            ['sales', 100],
            ['customers', -100],
          ],
          { orders: 1 },
        ),
      ),
    ).toEqual({
      performance: [[orderDay, { orders: 1, gross: 100 }]],
      payables: [],
    });
    expect(
      partsOf(
        entry('refund', [
          ['sales', -40],
          ['customers', 40],
        ]),
      ).performance,
    ).toEqual([[orderDay, { refunds: 40 }]]);
    expect(
      partsOf(
        entry('rejection', [
          ['commissions', 10],
          ['pending', -10],
        ]),
      ).performance,
    ).toEqual([[orderDay, { pending: -10, rejected: 10 }]]);
    expect(
      partsOf(
        entry('reversal', [
          ['commissions', 10],
          ['approved', -10],
        ]),
      ).performance,
    ).toEqual([[orderDay, { approved: -10, reversed: 10 }]]);
    expect(
      partsOf(
        entry('adjustment', [
          ['commissions', 3],
          ['pending', -3],
        ]),
      ).performance,
    ).toEqual([[orderDay, { pending: -3 }]]);
    expect(
      partsOf(
        entry('approval', [
          ['pending', -10],
          ['approved', 10],
        ]),
      ),
    ).toEqual({
      performance: [[orderDay, { pending: -10, approved: 10 }]],
      payables: [
        ['', { pending: -10 }],
        [approvalDay, { approved: 10 }],
      ],
    });
  });

  test('a payout changes only the payables until it is paid', () => {
    expect(
      partsOf(
        entry('payoutClaim', [
          ['approved', -10],
          ['inPayout', 10],
        ]),
      ),
    ).toEqual({
      performance: [],
      payables: [[approvalDay, { approved: -10, inPayout: 10 }]],
    });
    expect(
      partsOf(
        entry('payoutRelease', [
          ['approved', 10],
          ['inPayout', -10],
        ]),
      ),
    ).toEqual({
      performance: [],
      payables: [[approvalDay, { approved: 10, inPayout: -10 }]],
    });
    expect(
      partsOf(
        entry('payout', [
          ['inPayout', -10],
          ['paid', 10],
        ]),
      ),
    ).toEqual({
      performance: [[orderDay, { approved: -10, paid: 10 }]],
      payables: [[approvalDay, { inPayout: -10 }]],
    });
  });

  test('a refund after a change of the time zone counts on its day in the new zone, and other entries on that of the order', () => {
    const change = '2026-03-11T00:00:00.000Z';
    const zones = { timezone: 'Asia/Tokyo', pastTimezones: [{ until: change, value: 'UTC' }] };
    const dayOf = (kind: LedgerEntry['kind'], at: string, account: Account) =>
      entryDeltasOf(
        entry(kind, [[account, -40]], { at, report: { at, discountId: null, approvedAt: null } }),
        zones,
      ).find(({ key }) => isBrandFigures(key))?.key.sk;
    expect(dayOf('refund', '2026-03-12T20:00:00.000Z', 'sales')).toBe('2026-03-13');
    expect(dayOf('adjustment', '2026-03-12T20:00:00.000Z', 'pending')).toBe('2026-03-12');
    expect(dayOf('refund', '2026-03-10T20:00:00.000Z', 'sales')).toBe('2026-03-10');
  });

  test('a refund counts for the discount code of its order, also after the code was deleted', () => {
    const discountId = newId('discount', now);
    const report = { at: '2026-03-01T08:00:00.000Z', discountId, approvedAt: null };
    const { length } = entryDeltasOf(
      entry('refund', [['sales', -40]], { discountId: null, report }),
      utc,
    ).filter(({ id }) => id === discountId);
    expect(length).toBeGreaterThan(0);
  });

  test('an order without a creator is in no report', () => {
    expect(entryDeltasOf(entry('order', [['sales', 100]], { affiliateId: null }), utc)).toEqual([]);
  });

  test('the stream delivers each kind of entry to the reports except a hold, which has no postings', () => {
    expect(entryDeltasOf(entry('hold', []), utc)).toEqual([]);
    expect(kindsInReports).toEqual([
      ...['order', 'orderChange', 'cancellation', 'refund', 'refundReversal', 'commission', 'adjustment'],
      ...['bonus', 'deduction', 'openingBalance', 'tierSupplement', 'monthlyCap'],
      ...['approval', 'rejection', 'reversal', 'reopening'],
      ...['restoration', 'payoutClaim', 'payoutRelease', 'payout', 'payoutReopen', 'payoutReturn'],
    ]);
  });
});
