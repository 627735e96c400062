// Tests the cells of CSV exports: columns instead of JSON, and dates in ISO 8601.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { environment } from '#lib/foundation/shared/environment.ts';
import { exportResources } from '#lib/outlets/exports/rules/resources.ts';
import { createCommission } from '#test/support/commissions.ts';
import {
  createCampaign,
  createDiscount,
  createExport,
  inviteActive,
  recordOrder,
} from '#test/support/creations.ts';
import { parseCsv } from '#test/support/csv.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { freeExportPlaces } from '#test/support/failed-exports.ts';
import { read } from '#test/support/orders.ts';
import { createPayout } from '#test/support/payouts.ts';
import { createBrand, type TestBrand } from '#test/support/service.ts';
import { continueToCompletion } from '#test/support/stream.ts';

type Cells = Readonly<Record<string, string>>;
let acme: TestBrand;
let creator: { readonly id: string; readonly trackingCode: string };
let discountCode: string;
let validFrom: string;

/** Returns the rows of an export, with the names of the columns. */
async function rowsOf(resource: string): Promise<readonly Cells[]> {
  await freeExportPlaces(acme.brand.id);
  const { id } = await createExport(acme.admin, { resource, format: 'csv' });
  await continueToCompletion();
  const { url } = await read(acme.admin, `/exports/${id}`);
  const key = new URL(url).pathname.replace('/files/', '');
  const text = readFileSync(join(environment.EXPORTS_DIRECTORY ?? '', key), 'utf8');
  const [columns = [], ...rows] = parseCsv(text);
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ''])));
}

beforeAll(async () => {
  acme = await createBrand('scale');
  const { admin: token, brand } = acme;
  creator = await inviteActive(token, {
    commissionOverride: { type: 'percentage', value: 12.5 },
    metadata: { tier: 'gold' },
  });
  await createCampaign(token, { startDate: '2026-03-01', commission: { type: 'fixed', value: 5 } });
  ({ code: discountCode, createdAt: validFrom } = await createDiscount(token, creator.id));
  await recordOrder(token, { discountCode, trackingCode: creator.trackingCode });
  const hold = { reason: 'selfReferral', since: '2026-03-02T10:00:00.000Z' } as const;
  await createCommission({ brandId: brand.id, affiliateId: creator.id, hold });
  await createCommission({ brandId: brand.id, affiliateId: creator.id, status: 'approved' });
  await createPayout(token, { affiliateIds: [creator.id] });
  await recordAllEvents();
});

describe('a CSV export', () => {
  test('nested fields are columns, and are empty where there is no object', async () => {
    const [ada] = await rowsOf('affiliates');
    expect(ada).toMatchObject({
      'commissionOverride.type': 'percentage',
      'commissionOverride.value': '12.5',
    });
    const [campaign] = await rowsOf('campaigns');
    expect(campaign).toMatchObject({ startDate: '2026-03-01', 'commission.type': 'fixed' });
    const commissions = await rowsOf('commissions');
    expect(commissions.map((row) => [row['rate.source'], row['hold.reason'], row['hold.since']])).toEqual([
      ['override', '', ''],
      ['brand', 'selfReferral', '2026-03-02T10:00:00.000Z'],
      ['brand', '', ''],
    ]);
  });

  test('the candidates of an order are one text, and the creators of a payout are ids with spaces between', async () => {
    const [order] = await rowsOf('conversions');
    expect(order).toMatchObject({
      'receipt.attribution': 'attributed',
      'receipt.winner': 'discountCode',
      'receipt.candidates':
        `source=discountCode reference=${discountCode} affiliateId=${creator.id} validFrom=${validFrom} outcome=won; ` +
        `source=trackingCode reference=${creator.trackingCode} affiliateId=${creator.id} outcome=lost reason=outranked`,
    });
    expect(await rowsOf('payouts')).toMatchObject([{ affiliateIds: creator.id }]);
  });

  test.each(exportResources)(
    'an export of %s has dates in ISO 8601, and JSON only in fields with free keys',
    async (resource) => {
      const rows = await rowsOf(resource);
      expect(rows.length).toBeGreaterThan(0);
      const cells = rows.flatMap((row) => Object.entries(row)).filter(([, value]) => value !== '');
      const json = cells.filter(([, value]) => /^[{[]/.test(value)).map(([column]) => column);
      expect(json.filter((column) => !['metadata', 'data', 'changes'].includes(column))).toEqual([]);
      const dates = cells.filter(([column]) => /(At|Date|since|periodStart|periodEnd)$/.test(column));
      expect(dates.length).toBeGreaterThan(0);
      const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/;
      expect(dates.filter(([, value]) => !iso.test(value))).toEqual([]);
    },
  );
});
