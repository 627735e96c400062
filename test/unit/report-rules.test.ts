// Tests the rules of reports: the range of a query, ages of approvals, rows, and the figures of ledger entries.
import { describe, expect, test } from 'vitest';
import { overflowName } from '#lib/click-statistics/rules/rollups/overflow.ts';
import type { Account, LedgerEntry } from '#lib/ledger/schema.ts';
import {
  presentPayables,
  presentPayablesCsv,
  presentPerformance,
  presentPerformanceCsv,
} from '#lib/reports/present.ts';
import { reports } from '#lib/reports/routes.ts';
import { reportDeltasOf } from '#lib/reports/rules/entry-deltas.ts';
import { type Figures, noFigures } from '#lib/reports/rules/figures.ts';
import { kindsInReports } from '#lib/reports/rules/kinds-in-reports.ts';
import { addPayables, nothingPayable, payableRows } from '#lib/reports/rules/payables.ts';
import { clicksOfQuery, performanceRequest } from '#lib/reports/rules/performance-request.ts';
import { performanceReport } from '#lib/reports/rules/performance-rows.ts';
import { addToSheet, decodeSheet, encodeSheet, type Sheet } from '#lib/reports/rules/sheet.ts';
import { payablesQuery } from '#lib/reports/schema/payables.ts';
import { performanceQuery } from '#lib/reports/schema/performance-query.ts';
import { dayNumber } from '#lib/shared/dates.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { newId } from '#lib/shared/ids.ts';
import { parseHour } from '#lib/shared/time-zones.ts';

const now = new Date('2026-03-10T23:30:00.000Z');
const today = dayNumber(now.toISOString());

const figures = (given: Partial<Figures>): Figures => ({ ...noFigures(), ...given });
const requestOf = (query: object) => performanceRequest(performanceQuery.parse(query), now);
const detailsOf = (query: object): unknown => {
  try {
    return requestOf(query);
  } catch (error) {
    return error instanceof DomainError ? error.extras.details : error;
  }
};

describe('range of a performance report', () => {
  const rangeOf = (query: object) => {
    const { from, to } = requestOf(query);
    return [from, to];
  };

  test('the range of a report defaults to the 30 days until today, in the time zone of the query', () => {
    expect(rangeOf({})).toEqual(['2026-02-09', '2026-03-10']);
    expect(rangeOf({ timezone: 'Europe/Berlin' })).toEqual(['2026-02-10', '2026-03-11']);
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

  test('a range covers the hours of its first and last day, and begins in 2000 at the earliest', () => {
    const range = { from: '2026-03-08', to: '2026-03-09' };
    expect(requestOf(range).time).toEqual({
      from: parseHour('2026-03-08T00'),
      to: parseHour('2026-03-10T00'),
    });
    expect(requestOf({ ...range, timezone: 'Europe/Berlin' }).time).toEqual({
      from: parseHour('2026-03-07T23'),
      to: parseHour('2026-03-09T23'),
    });
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
  expect(requestOf({ groupBy: 'discount' }).clicks).toBeUndefined();
  expect(requestOf({ discountId: 'dsc_1' }).clicks).toBeUndefined();
  expect(requestOf({ affiliateId: 'aff_1', campaignId: 'cmp_1' }).clicks).toMatchObject({
    ...{ affiliateId: 'aff_1', campaignId: 'cmp_1', groupBy: undefined },
  });
  expect(requestOf({ groupBy: 'campaign' }).clicks).toMatchObject({ groupBy: 'campaign' });
  expect(clicksOfQuery({ groupBy: 'affiliate' }, now)).toEqual(requestOf({ groupBy: 'affiliate' }).clicks);
  expect(clicksOfQuery({ groupBy: 'nothing' }, now)).toBeUndefined();
  expect(clicksOfQuery({ from: '2026-01-02', to: '2026-01-01' }, now)).toBeUndefined();
});

test('each group supports exactly the combinations of filters that have rollups', () => {
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

test('equal sheets have equal bytes in any order of their deltas, and figures that became 0 leave nothing', () => {
  const one: Sheet = new Map();
  const other: Sheet = new Map();
  const deltas = [
    ['a', 3, { orders: 1, gross: 500 }],
    ['b', 0, { refunds: 20, pending: -7 }],
    ['a', 23, { inPayout: 9 }],
    ['c', 1, { paid: 4 }],
    ['c', 1, { paid: -4 }],
  ] as const;
  for (const [name, slot, given] of deltas) addToSheet(one, name, slot, figures(given));
  for (const [name, slot, given] of deltas.toReversed()) addToSheet(other, name, slot, figures(given));
  expect([...one.keys()]).toEqual(['a', 'b']);
  expect(encodeSheet(other)).toEqual(encodeSheet(one));
  expect(decodeSheet(encodeSheet(one))).toEqual(one);
});

describe('rows of a performance report', () => {
  const byId = new Map([
    ['a', figures({ orders: 2, gross: 999, refunds: 100, pending: 10, approved: 20, paid: 30 })],
    ['b', figures({ orders: 1, gross: 899 })],
    ['', figures({ orders: 1, gross: 700 })],
    ['zero', noFigures()],
    [overflowName, figures({ orders: 7, gross: 1000 })],
  ]);
  const clicks = { byHour: new Map(), byId: new Map([['a', { clicks: 8, uniqueClicks: 3 }]]) };
  const reportOf = (query: object) =>
    performanceReport(requestOf({ groupBy: 'affiliate', ...query }), { byHour: new Map(), byId }, clicks);
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
    expect(report).toMatchObject({ rowsCount: 3, totals: { orders: 11, gross: 3598, clicks: 8 } });
    expect(report.rows.map(({ key }) => key)).toEqual(['a']);
  });

  test('ratios are rounded, and are null if their divisor is 0', () => {
    const [a, b] = reportOf({}).rows;
    expect(a?.figures).toMatchObject({
      ...{ commission: 60, netRevenue: 899, conversionRate: 2500, earningsPerClick: 750 },
      averageOrderValue: 500,
    });
    expect(b?.figures).toMatchObject({ clicks: 0, conversionRate: null, earningsPerClick: null });
    const withoutOrders = performanceReport(
      requestOf({ groupBy: 'affiliate' }),
      { byHour: new Map(), byId: new Map([['a', figures({ orders: -1, refunds: 5 })]]) },
      { byHour: new Map(), byId: new Map([['a', { clicks: -2, uniqueClicks: -1 }]]) },
    );
    expect(withoutOrders.rows[0]?.figures).toMatchObject({
      ...{ orders: 0, clicks: 0, uniqueClicks: 0, averageOrderValue: null, conversionRate: null },
    });
  });

  test('rows of days, weeks and months contain the hours of their days, and a day without figures has a row', () => {
    const hours = ['2026-03-01T23', '2026-03-02T00', '2026-03-08T23', '2026-03-09T00', '2026-04-01T00'];
    const byHour = new Map(hours.map((hour) => [parseHour(hour), figures({ orders: 1 })]));
    const ordersOf = (query: object) =>
      performanceReport(requestOf(query), { byHour, byId: new Map() }, undefined).rows.map((row) => [
        row.key,
        row.figures.orders,
      ]);
    const range = { from: '2026-03-01', to: '2026-03-09' };
    expect(ordersOf({ ...range, groupBy: 'week' })).toEqual([
      ['2026-02-23', 1],
      ['2026-03-02', 2],
      ['2026-03-09', 1],
    ]);
    expect(ordersOf({ ...range, to: '2026-03-31', groupBy: 'month' })).toEqual([['2026-03', 4]]);
    expect(ordersOf({ from: '2026-03-08', to: '2026-03-10' })).toEqual([
      ['2026-03-08', 1],
      ['2026-03-09', 1],
      ['2026-03-10', 0],
    ]);
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
      'total,,,8,3,11,35.98',
      '',
    ]);
  });
});

describe('payables', () => {
  const sheet = (id: string, slots: readonly (readonly [number, Partial<Figures>])[]): Sheet =>
    new Map([[id, new Map(slots.map(([slot, given]) => [slot, figures(given)]))]]);

  test('an approval reaches the next age one day after 30, 60 and 90 days', () => {
    const ages = [0, 30, 31, 60, 61, 90, 91, 1000];
    const slots = ages.map((age, index) => [today - age, { approved: 10 ** index }] as const);
    expect(payableRows([sheet('a', slots)], today)).toEqual([
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
        sheet('c', [[0, { pending: 5 }]]),
        sheet('b', [[0, { pending: 5 }]]),
        sheet('d', [[0, { pending: 6 }]]),
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
  const changed = (given: Figures) =>
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== 0));
  const partsOf = (given: LedgerEntry) => {
    const deltas = reportDeltasOf(given);
    const total = deltas.filter(({ key, name }) => key.sk.startsWith('DAY#TOTAL#') && name === '');
    const payables = deltas.filter(({ key }) => key.pk.includes('PAYABLES') || key.sk.includes('PAYABLES'));
    return {
      performance: total.map(({ slot, figures: own }) => [slot, changed(own)]),
      payables: payables.map(({ slot, figures: own }) => [slot, changed(own)]),
    };
  };
  const approvalDay = dayNumber('2026-03-05T00:00:00.000Z');

  test('the figures of a ledger entry follow from its kind and its postings', () => {
    expect(
      partsOf(
        entry('order', [
          ['sales', 100],
          ['customers', -100],
        ]),
      ),
    ).toEqual({
      performance: [[8, { orders: 1, gross: 100 }]],
      payables: [],
    });
    expect(
      partsOf(
        entry('refund', [
          ['sales', -40],
          ['customers', 40],
        ]),
      ).performance,
    ).toEqual([[8, { refunds: 40 }]]);
    expect(
      partsOf(
        entry('rejection', [
          ['commissions', 10],
          ['pending', -10],
        ]),
      ).performance,
    ).toEqual([[8, { pending: -10, rejected: 10 }]]);
    expect(
      partsOf(
        entry('reversal', [
          ['commissions', 10],
          ['approved', -10],
        ]),
      ).performance,
    ).toEqual([[8, { approved: -10, reversed: 10 }]]);
    expect(
      partsOf(
        entry('adjustment', [
          ['commissions', 3],
          ['pending', -3],
        ]),
      ).performance,
    ).toEqual([[8, { pending: -3 }]]);
    expect(
      partsOf(
        entry('approval', [
          ['pending', -10],
          ['approved', 10],
        ]),
      ),
    ).toEqual({
      performance: [[8, { pending: -10, approved: 10 }]],
      payables: [
        [0, { pending: -10 }],
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
      performance: [[8, { approved: -10, paid: 10 }]],
      payables: [[approvalDay, { inPayout: -10 }]],
    });
  });

  test('a refund counts for the discount code of its order, also after the code was deleted', () => {
    const discountId = newId('discount', now);
    const report = { at: '2026-03-01T08:00:00.000Z', discountId, approvedAt: null };
    const { length } = reportDeltasOf(entry('refund', [['sales', -40]], { discountId: null, report })).filter(
      ({ name }) => name === discountId,
    );
    expect(length).toBeGreaterThan(0);
  });

  test('an order without a creator is in no report', () => {
    expect(reportDeltasOf(entry('order', [['sales', 100]], { affiliateId: null }))).toEqual([]);
  });

  test('the stream delivers each kind of entry to the reports except a hold, which has no postings', () => {
    expect(reportDeltasOf(entry('hold', []))).toEqual([]);
    expect(kindsInReports).toEqual([
      ...['order', 'refund', 'commission', 'adjustment', 'approval', 'rejection', 'reversal'],
      ...['payoutClaim', 'payoutRelease', 'payout'],
    ]);
  });
});
