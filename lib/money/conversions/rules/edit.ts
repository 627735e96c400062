// Decides what a change of a recorded order does to its facts, apart from its attribution.
import type { Brand } from '#lib/access/brands/schema.ts';
import { changedAnnotations } from '#lib/foundation/shared/annotations.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import type { ChangeKind, OrderChange } from '#lib/money/conversions/schema/change.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ConversionChanges } from '#lib/money/conversions/schema/order-changes.ts';
import type { CandidateSource } from '#lib/money/conversions/schema/receipt.ts';
import { changedMoney } from './changed-money.ts';
import { customerAddressOf } from './customer-email.ts';
import { customerHashes } from './customer-hash.ts';
import { marksOf } from './marks.ts';
import { checkOrderTime } from './order-time.ts';
import type { OrderReferences } from './references.ts';

/** A shop can change several codes of an order. */
export type OrderChanges = ConversionChanges & { readonly discountCodes?: readonly string[] };

const isSent = (changes: OrderChanges, fields: readonly (keyof OrderChanges)[]): boolean =>
  fields.some((field) => changes[field] !== undefined);

/** These fields decide which creator earns, and whether the order is the creator's own. */
const judgedFields = [
  'discountCode',
  'discountCodes',
  'clickId',
  'trackingCode',
  'occurredAt',
  'customerId',
  'customerEmail',
] as const;

export const isJudgedAgain = (changes: OrderChanges): boolean => isSent(changes, judgedFields);

/** Without one of these fields, only annotations change. */
export const changesOrder = (changes: OrderChanges): boolean =>
  isSent(changes, [...judgedFields, 'amount', 'orderTotal', 'exchangeRate', 'items', 'isNewCustomer']);

export function requireNotCanceled({ canceledAt }: Conversion): void {
  if (canceledAt === null) return;
  throw conflict(
    'order_canceled',
    'The order is canceled, so only its `externalId` and its `metadata` can change: record another order instead',
  );
}

/** Throws a 400 for a time in the future or an amount of a lead or signup, and a 409 for an amount below the refunds. */
export function changedFacts(
  before: Conversion,
  changes: ConversionChanges,
  brand: Brand,
  now: Date,
): Conversion {
  const { customerId, customerEmail, isNewCustomer, occurredAt } = changes;
  checkOrderTime(occurredAt, now);
  const { customerKey, customerEmailHash, orderTotal: _, isNewCustomer: wasNew, ...others } = before;
  const isNew = isNewCustomer === undefined ? wasNew : (isNewCustomer ?? undefined);
  return {
    ...others,
    ...(customerId === undefined ? customerKey !== undefined && { customerKey } : { customerId }),
    ...changedAnnotations(before, changes),
    ...changedMoney(before, changes),
    ...(isNew !== undefined && { isNewCustomer: isNew }),
    ...(occurredAt !== undefined && { occurredAt }),
    ...(customerEmail === undefined
      ? customerEmailHash !== undefined && { customerEmailHash }
      : customerHashes(brand, customerAddressOf({ customerEmail: customerEmail ?? '' }))),
  };
}

const isOf =
  (wanted: CandidateSource) =>
  ({ source }: { readonly source: CandidateSource }) =>
    source === wanted;

const addressOf = (
  { customerHash, customerEmailHash = customerHash }: Conversion,
  { customerEmail }: ConversionChanges,
) => {
  if (typeof customerEmail === 'string') return { customerEmail };
  return customerEmailHash === null || customerEmail === null ? {} : { customerEmailHash };
};

/** The receipt has the references with which the order was sent. Null removes a reference. */
export function changedReferences(order: Conversion, changes: OrderChanges = {}): OrderReferences {
  const { orderId, customerId, discountId, receipt } = order;
  const sent = receipt.candidates.filter(isOf('discountCode')).map(({ reference }) => reference);
  const customer = changes.customerId === undefined ? customerId : changes.customerId;
  const { discountCode, discountCodes } = changes;
  const codes =
    discountCodes ?? (discountCode === undefined ? sent : discountCode === null ? [] : [discountCode]);
  const named = ([field, source]: readonly ['clickId' | 'trackingCode', CandidateSource]) => {
    const recorded = receipt.candidates.find(isOf(source))?.reference;
    const reference = changes[field] === undefined ? recorded : changes[field];
    return reference === undefined || reference === null ? {} : { [field]: reference };
  };
  return {
    orderId,
    ...(codes.length > 0 && { discountCodes: [...codes] }),
    ...(customer !== null && { customerId: customer }),
    ...named(['clickId', 'click']),
    ...named(['trackingCode', 'trackingCode']),
    ...(discountId !== null && { usedDiscountId: discountId }),
    ...marksOf(order),
    ...addressOf(order, changes),
  };
}

const keptChanges = 20;

/** Keeps the newest changes, and all with commissions, because they find the commissions of the order. */
export function withChange(
  before: Conversion,
  {
    kind,
    reason,
    commissionIds,
  }: { kind: ChangeKind; reason: string | null; commissionIds: readonly string[] },
  now: Date,
): readonly OrderChange[] {
  const { affiliateId, amount, changes } = before;
  const change = {
    at: now.toISOString(),
    kind,
    reason,
    affiliateId,
    amount,
    commissionIds: [...commissionIds],
  };
  return [...changes, change].filter(
    (one, index, all) => index >= all.length - keptChanges || one.commissionIds.length > 0,
  );
}
