// Sends random orders, and calculates the figures of their reports with plain loops over what was sent.
import { newRandom } from '#infra/local/demo/random.ts';
import { createCampaign, createDiscount, inviteActive, patch, recordOrder } from './creations.ts';
import { createdAt } from './fake-clock.ts';
import type { Json } from './json.ts';
import { refund } from './orders.ts';
import { createPayout, payPayout } from './payouts.ts';
import { createBrand } from './service.ts';
import { continuePendingPayouts } from './stream.ts';

type Status = 'pending' | 'approved' | 'paid' | 'rejected' | 'reversed';

/** Amounts are in cents. */
interface SentOrder {
  readonly occurredAt: string;
  readonly amount: number;
  readonly affiliateId: string;
  readonly campaignId: string | null;
  readonly discountId: string | null;
  readonly commissionId: string;
  refunded: number;
  refundedAt: string;
  commission: number;
  status: Status;
}

export interface ReportedProgram {
  readonly token: string;
  readonly brandId: string;
  readonly creators: readonly string[];
  readonly campaignId: string;
  readonly discountId: string;
  readonly orders: readonly SentOrder[];
}

/** The default rate of a brand. */
const commissionOf = (cents: number): number => cents / 10;

async function createProgram(token: string, timezone: string) {
  await patch(token, '/brand', { timezone });
  const { id: campaignId } = await createCampaign(token, { status: 'active' });
  const member = await inviteActive(token, { campaignIds: [campaignId] });
  const others = [await inviteActive(token), await inviteActive(token)];
  const codes = [
    await createDiscount(token, member.id, { campaignId }),
    await createDiscount(token, others[0]?.id ?? ''),
  ];
  return { campaignId, creators: [member, ...others], codes };
}

/** Each status of a commission occurs. The first half of the approved commissions is paid, and a payout contains the rest. */
export async function sendRandomOrders(
  count: number,
  { seed, now, timezone = 'UTC' }: { readonly seed: number; readonly now: Date; readonly timezone?: string },
): Promise<ReportedProgram> {
  const random = newRandom(seed);
  const { admin: token, brand } = await createBrand('scale');
  const { id: brandId } = brand;
  const { campaignId, creators, codes } = await createdAt('2025-12-31T12:00:00.000Z', () =>
    createProgram(token, timezone),
  );
  const orders: SentOrder[] = [];
  for (let index = 0; index < count; index += 1) {
    const day = String(random.between(1, 28)).padStart(2, '0');
    const hour = random.next() < 0.5 ? '00' : '23';
    const occurredAt = `2026-0${random.between(1, 3)}-${day}T${hour}:10:00.000Z`;
    const dollars = random.between(10, 100);
    const reference =
      random.next() < 0.5
        ? { discountCode: random.pick(codes)?.code }
        : { trackingCode: random.pick(creators)?.trackingCode };
    const recorded = await recordOrder(token, { amount: dollars, occurredAt, ...reference });
    const amount = dollars * 100;
    const order: SentOrder = {
      occurredAt,
      amount,
      affiliateId: recorded.affiliateId,
      campaignId: recorded.campaignId,
      discountId: recorded.discountId,
      commissionId: recorded.commissionId,
      refunded: 0,
      refundedAt: now.toISOString(),
      commission: commissionOf(amount),
      status: 'pending',
    };
    orders.push(order);
    const fate = index % 6;
    if (fate === 0) {
      await refund(token, recorded.id);
      Object.assign(order, { refunded: amount, status: 'reversed' });
    }
    if (fate === 1 || fate === 2) {
      await refund(token, recorded.id, { amount: 5 });
      Object.assign(order, { refunded: 500, commission: commissionOf(amount - 500) });
    }
    if (fate === 3) {
      await patch(token, `/commissions/${order.commissionId}/reject`, { reason: 'Forged' });
      order.status = 'rejected';
    }
    if (fate === 2 || fate === 4) {
      await patch(token, `/commissions/${order.commissionId}/approve`, {});
      order.status = 'approved';
    }
    if (index === Math.floor(count / 2)) await payAll(token, orders);
  }
  await createPayout(token);
  await continuePendingPayouts();
  return {
    ...{ token, brandId, campaignId, orders },
    creators: creators.map(({ id }) => id),
    discountId: codes[0]?.id ?? '',
  };
}

async function payAll(token: string, orders: readonly SentOrder[]): Promise<void> {
  const { id } = await createPayout(token);
  await continuePendingPayouts();
  await payPayout(token, id);
  await continuePendingPayouts();
  for (const order of orders) if (order.status === 'approved') order.status = 'paid';
}

const monday = 1;

/** The offset of Berlin is one hour before 29 March, and two hours afterwards. */
function localDay(instant: string, timezone: string): string {
  const hours = timezone === 'UTC' ? 0 : instant < '2026-03-29T01' ? 1 : 2;
  return new Date(Date.parse(instant) + hours * 3_600_000).toISOString().slice(0, 10);
}

function weekOf(date: string): string {
  const first = new Date(date);
  while (first.getUTCDay() !== monday) first.setUTCDate(first.getUTCDate() - 1);
  return first.toISOString().slice(0, 10);
}

export interface ReportQuery {
  readonly groupBy: 'day' | 'week' | 'month' | 'affiliate' | 'campaign' | 'discount';
  readonly from: string;
  readonly to: string;
  readonly affiliateId?: string;
  readonly campaignId?: string;
  readonly discountId?: string;
}

const statuses = ['pending', 'approved', 'paid', 'rejected', 'reversed'] as const;

/** Returns the rows with orders, refunds or commissions, by key. Amounts are in cents. */
export function expectedRows(orders: readonly SentOrder[], query: ReportQuery, timezone = 'UTC') {
  const { groupBy, from, to } = query;
  const rows: Record<string, Record<string, number>> = {};
  const keyOf = (order: SentOrder, date: string): string => {
    if (groupBy === 'day') return date;
    if (groupBy === 'week') return weekOf(date);
    if (groupBy === 'month') return date.slice(0, 7);
    return String(order[`${groupBy}Id`]);
  };
  const add = (order: SentOrder, instant: string, figures: Readonly<Record<string, number>>): void => {
    const date = localDay(instant, timezone);
    if (date < from || date > to) return;
    const key = keyOf(order, date);
    const row = rows[key] ?? {};
    for (const [name, amount] of Object.entries(figures)) row[name] = (row[name] ?? 0) + amount;
    rows[key] = row;
  };
  for (const order of orders) {
    if (query.affiliateId !== undefined && order.affiliateId !== query.affiliateId) continue;
    if (query.campaignId !== undefined && order.campaignId !== query.campaignId) continue;
    if (query.discountId !== undefined && order.discountId !== query.discountId) continue;
    const byStatus = Object.fromEntries(
      statuses.map((status) => [`${status}Commission`, order.status === status ? order.commission : 0]),
    );
    const isEarned = order.status !== 'rejected' && order.status !== 'reversed';
    const figures = { refunds: 0, ...byStatus, commission: isEarned ? order.commission : 0 };
    add(order, order.occurredAt, { orders: 1, gross: order.amount, netRevenue: order.amount, ...figures });
    const none = Object.fromEntries(Object.keys(figures).map((name) => [name, 0]));
    if (order.refunded > 0) {
      const { refunded } = order;
      add(order, order.refundedAt, {
        orders: 0,
        gross: 0,
        ...none,
        refunds: refunded,
        netRevenue: -refunded,
      });
    }
  }
  return rows;
}

const figureNames = [
  ...['gross', 'refunds', 'netRevenue', 'commission'],
  ...statuses.map((status) => `${status}Commission`),
];

/** Converts the rows of a response to the form of the expected rows. */
export function rowsIn(report: Json): Record<string, Record<string, number>> {
  const figuresOf = (row: Json) => ({
    orders: row.orders,
    ...Object.fromEntries(figureNames.map((name) => [name, Math.round(row[name] * 100)])),
  });
  const rows: readonly [string, Record<string, number>][] = report.rows.map((row: Json) => [
    String(row.key),
    figuresOf(row),
  ]);
  return Object.fromEntries(
    rows.filter(([, figures]) => Object.values(figures).some((value) => value !== 0)),
  );
}

export function totalsOf(rows: Readonly<Record<string, Readonly<Record<string, number>>>>) {
  const totals: Record<string, number> = {};
  for (const row of Object.values(rows)) {
    for (const [name, amount] of Object.entries(row)) totals[name] = (totals[name] ?? 0) + amount;
  }
  return totals;
}

/** Returns what each creator is owed, in cents. */
export function expectedPayables(orders: readonly SentOrder[]) {
  const rows: Record<string, { pending: number; due: number }> = {};
  for (const { affiliateId, status, commission } of orders) {
    const row = rows[affiliateId] ?? { pending: 0, due: 0 };
    if (status === 'pending') row.pending += commission;
    if (status === 'approved') row.due += commission;
    if (status === 'pending' || status === 'approved') rows[affiliateId] = row;
  }
  return rows;
}
