// Tests that spread lists return the same as lists of one partition, also while the number of partitions changes.
import { describe, expect, test } from 'vitest';
import { markOf } from '#lib/table/keys/spread.ts';
import { createCampaign, createDiscount, inviteActive, recordOrder } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { idsOf, type Query, readPage, walk } from '#test/support/lists.ts';
import { operatorJson } from '#test/support/operator.ts';
import { createPayout, payPayout } from '#test/support/payouts.ts';
import { createBrand, send, spreadOver } from '#test/support/service.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';

const orders = 24;

interface Program {
  readonly token: string;
  /** The orders of commissions, because ids differ between the brands. */
  readonly names: ReadonlyMap<string, string>;
  readonly filters: Readonly<Record<string, string>>;
}

/** Records the same orders for each brand: of two creators, with and without references, of three customers, in several states. */
async function createProgram(listSpread: ReturnType<typeof spreadOver> | undefined): Promise<Program> {
  const { admin: token } = await createBrand('scale', { ...(listSpread && { listSpread }) });
  const campaign = await createCampaign(token, { status: 'active' });
  const [ada, ben] = [
    await inviteActive(token, { campaignIds: [campaign.id] }),
    await inviteActive(token, { email: 'ben@creators.test' }),
  ];
  const discount = await createDiscount(token, ada.id, { campaignId: campaign.id });
  const references = [
    { discountCode: discount.code },
    { trackingCode: ben.trackingCode },
    {},
    { trackingCode: ben.trackingCode, customerEmail: 'ben@creators.test' },
  ];
  const commissionIds: string[] = [];
  for (let nth = 0; nth < orders; nth += 1) {
    const { commissionId } = await recordOrder(token, {
      orderId: `order-${nth}`,
      externalId: `shop-${nth}`,
      customerId: `customer-${nth % 3}`,
      occurredAt: `2026-02-${String(1 + ((nth * 7) % 27)).padStart(2, '0')}T10:00:00Z`,
      ...references[nth % references.length],
    });
    if (commissionId !== null) commissionIds.push(commissionId);
  }
  const approve = (ids: readonly string[]) => send('POST', '/commissions/approve', { token, body: { ids } });
  await approve(commissionIds.slice(0, 6));
  const payout = await createPayout(token);
  await continuePendingPayouts();
  await payPayout(token, payout.id);
  await continuePendingPayouts();
  await approve(commissionIds.slice(6, 10));
  await send('PATCH', `/commissions/${commissionIds[10]}/reject`, { token, body: { reason: 'Test' } });
  const filters = {
    affiliateId: ben.id,
    campaignId: campaign.id,
    discountId: discount.id,
    payoutId: payout.id,
  };
  const { items } = await readPage(token, '/conversions', { limit: 100 });
  const names = new Map(items.map(({ commissionId, orderId }) => [commissionId, orderId]));
  return { token, filters, names };
}

const start = '2026-03-01T12:00:00.000Z';

const march = { createdFrom: '2026-03-01T00:00:00Z', createdTo: '2026-03-01T12:00:30Z' };

const queries: readonly (readonly [string, Query])[] = [
  ['/conversions', {}],
  ['/conversions', { order: 'asc' }],
  ['/conversions', { attribution: 'attributed' }],
  ['/conversions', { attribution: 'noReference', order: 'asc' }],
  ['/conversions', { affiliateId: '?' }],
  ['/conversions', { campaignId: '?' }],
  ['/conversions', { campaignId: '?', order: 'asc' }],
  ['/conversions', { discountId: '?' }],
  ['/conversions', { customerId: 'customer-1' }],
  ['/conversions', { occurredFrom: '2026-02-03', occurredTo: '2026-02-20' }],
  ['/conversions', { occurredFrom: '2026-02-03', order: 'asc' }],
  ['/conversions', { orderId: 'order-5' }],
  ['/conversions', { externalId: 'shop-6' }],
  ['/conversions', march],
  ['/conversions', { ...march, order: 'asc', attribution: 'attributed' }],
  ['/commissions', {}],
  ['/commissions', { status: 'pending' }],
  ['/commissions', { status: 'pending,approved,rejected' }],
  ['/commissions', { status: 'paid', order: 'asc' }],
  ['/commissions', { affiliateId: '?' }],
  ['/commissions', { affiliateId: '?', status: 'approved,pending' }],
  ['/commissions', { held: 'true' }],
  ['/commissions', { campaignId: '?' }],
  ['/commissions', { payoutId: '?' }],
  ['/commissions', { approvedFrom: '2026-03-01' }],
  ['/commissions', { paidFrom: '2026-03-01', order: 'asc' }],
  ['/commissions', { ...march, status: 'pending' }],
];

const withIds = (query: Query, { filters }: Program): Query =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, value === '?' ? (filters[name] ?? '') : value]),
  );

const nameOf = (row: Json): string => `${row.orderId ?? row.conversionId} ${row.status ?? ''}`;

async function walkAll(program: Program, path: string, query: Query) {
  const { names } = program;
  const pages = await walk(program.token, path, withIds(query, program));
  return {
    rows: pages.flatMap(({ items }) => items.map((row) => names.get(row.id) ?? nameOf(row))),
    sizes: pages.map(({ items }) => items.length),
    totals: pages.map(({ total, totalIsExact }) => [total, totalIsExact]),
  };
}

test('a spread list returns the same as a list of one partition, for all filters and limits', async () => {
  const clock = fakeClock(start, 5);
  const program = await createProgram(undefined);
  clock.set(start);
  const spread = await createProgram(spreadOver(8));
  for (const [path, query] of queries) {
    for (const limit of [7, 100]) {
      const expected = await walkAll(program, path, { ...query, limit });
      const name = `${path} ${JSON.stringify(query)}`;
      expect(expected.rows.length, name).toBeGreaterThan(0);
      expect(await walkAll(spread, path, { ...query, limit }), name).toEqual(expected);
    }
  }
  const { items } = await readPage(spread.token, '/conversions', { limit: 100 });
  expect(new Set(items.map(({ id }) => markOf(id))).size).toBeGreaterThan(5);
});

describe('a walk by cursor', () => {
  test.each(['desc', 'asc'])(
    'in the order %s sees each order once while the lists become spread',
    async (order) => {
      const clock = fakeClock(start, 5);
      const { admin: token, brand } = await createBrand('scale');
      const recorded: string[] = [];
      const record = async () => {
        recorded.push((await recordOrder(token)).id);
      };
      for (let nth = 0; nth < 10; nth += 1) await record();
      const before = [...recorded];
      let step = 0;
      const pages = await walk(token, '/conversions', { limit: 2, order }, async () => {
        if (step === 1) await operatorJson('brand', 'spread-lists', brand.id, '--partitions', '8');
        else if (step < 4) clock.advance(100);
        step += 1;
        if (step < 6) await record();
      });
      const seen = idsOf(pages.flatMap(({ items }) => items));
      expect(seen).toEqual(order === 'asc' ? recorded : before.toReversed());
      expect(recorded.some((id) => markOf(id) !== '')).toBe(true);
      const { items, total } = await readPage(token, '/conversions', { limit: 100 });
      expect([idsOf(items), total]).toEqual([recorded.toReversed(), recorded.length]);
    },
  );

  test('continues with the same total after the lists became spread', async () => {
    const clock = fakeClock(start, 5);
    const { admin: token, brand } = await createBrand('scale');
    for (let nth = 0; nth < 5; nth += 1) await recordOrder(token);
    const query = { limit: 2, createdFrom: '2026-02-01' };
    const { cursor, total } = await readPage(token, '/conversions', query);
    await operatorJson('brand', 'spread-lists', brand.id, '--partitions', '4');
    clock.advance(1000);
    await recordOrder(token);
    const pages = await walk(token, '/conversions', { ...query, cursor: String(cursor) });
    expect([total, ...pages.map((page) => page.total)]).toEqual([5, 5, 5]);
    expect((await readPage(token, '/conversions', query)).total).toBe(6);
  });
});
