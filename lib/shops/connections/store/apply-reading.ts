// Applies one reading of a message to the data of the brand, or to its test data.
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import type { Reading, ShopOrder, ShopRefund } from '#lib/shops/adapters/adapter.ts';
import { disconnected } from '#lib/shops/connections/rules/connection.ts';
import type { Outcome } from '#lib/shops/connections/rules/message.ts';
import type { Connection } from '#lib/shops/connections/schema/stored.ts';
import type { Applied, Target } from '#lib/shops/orders/rules/applied.ts';
import { updateConnection } from './connections.ts';

/** The parts of other domains. */
export interface Appliers {
  /** Returns the test twin of a brand, and creates it. */
  readonly openTwin: (brand: Brand, now: Date) => Promise<Brand>;
  readonly applyOrder: (order: ShopOrder, target: Target) => Promise<Applied>;
  readonly applyRefund: (
    refund: { readonly orderId: string; readonly refund: ShopRefund },
    target: Target,
  ) => Promise<Applied>;
  readonly applyPayment: (
    payment: { readonly orderId: string; readonly paymentId: string },
    target: Target,
  ) => Promise<Applied>;
  readonly applyCancellation: (
    cancellation: { readonly orderId: string; readonly at: string; readonly reason: string },
    target: Target,
  ) => Promise<Applied>;
  /** Makes the coupon of the shop equal to the discount code. */
  readonly makeCoupon: (
    coupon: { readonly discountId: string; readonly code: string },
    context: Context,
  ) => Promise<Outcome>;
  readonly eraseCustomer: (brand: Brand, customerId: string, now: Date) => Promise<unknown>;
}

export interface Context {
  readonly connection: Connection;
  readonly brand: Brand;
  /** The message belongs to the test mode of the shop. */
  readonly isTest: boolean;
  /** The real time. */
  readonly now: Date;
}

/** A connection of the test data records all orders there. */
async function targetOf(
  isTest: boolean,
  { connection, brand, now }: Context,
  { openTwin }: Appliers,
): Promise<Target> {
  const of = isTest && brand.testOf === undefined ? await openTwin(brand, now) : brand;
  return { brand: of, now: brandTime(of, now), connectionId: connection.id };
}

const outcome = ({ isApplied, reason }: Applied): Outcome => ({
  status: isApplied ? 'done' : 'ignored',
  reason,
});

type Person = Extract<Reading, { kind: 'eraseCustomer' | 'reportCustomer' }>;

const idsOf = ({ customerId, customerEmail }: Person): readonly string[] =>
  [customerId, customerEmail].filter((id) => id !== undefined);

async function erase(person: Person, { brand, now }: Context, { eraseCustomer }: Appliers): Promise<Outcome> {
  let isKnown = false;
  for (const id of idsOf(person)) {
    try {
      await eraseCustomer(brand, id, brandTime(brand, now));
      isKnown = true;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'customer_not_found')) throw error;
    }
  }
  return isKnown
    ? { status: 'done', reason: 'The service erases the personal data of the customer' }
    : { status: 'ignored', reason: 'No order of the customer is recorded' };
}

/** Applies a reading of an order, whose ids have the prefix of the connection. */
async function applyToOrder(
  reading: Extract<Reading, { kind: 'order' | 'refund' | 'payment' | 'cancel' }>,
  context: Context,
  appliers: Appliers,
): Promise<Applied> {
  const { orderIdPrefix: prefix = '' } = context.connection.settings;
  const isTest = context.isTest || (reading.kind === 'order' && reading.order.isTest);
  const target = await targetOf(isTest, context, appliers);
  if (reading.kind === 'order')
    return appliers.applyOrder({ ...reading.order, orderId: prefix + reading.order.orderId }, target);
  const orderId = prefix + reading.orderId;
  if (reading.kind === 'refund') return appliers.applyRefund({ ...reading, orderId }, target);
  if (reading.kind === 'cancel') return appliers.applyCancellation({ ...reading, orderId }, target);
  return appliers.applyPayment({ orderId, paymentId: prefix + reading.paymentId }, target);
}

export async function applyReading(reading: Reading, context: Context, appliers: Appliers): Promise<Outcome> {
  const { connection, brand, now } = context;
  switch (reading.kind) {
    case 'eraseCustomer':
      return erase(reading, context, appliers);
    case 'reportCustomer':
      return {
        status: 'done',
        reason: `The customer ${reading.customerId ?? ''} asks for a copy of the personal data. Send what you have recorded`,
      };
    case 'coupon':
      return appliers.makeCoupon(reading, context);
    case 'disconnect':
      await updateConnection(brand.id, connection.id, (before) => disconnected(before, now));
      return { status: 'done', reason: 'The shop has removed the connection, so it is paused' };
    case 'ignored':
      return { status: 'ignored', reason: reading.reason };
    default:
      return outcome(await applyToOrder(reading, context, appliers));
  }
}
