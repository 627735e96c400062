// Compares the orders of a file with the recorded ones, step by step.
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { DomainError, isUnavailable } from '#lib/foundation/shared/errors.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { getItems, queryPartition } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { refundPartition } from '#lib/foundation/table/keys/money-keys.ts';
import { shopOrderPartition } from '#lib/foundation/table/keys/shop-keys.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { recordedIdIn } from '#lib/money/conversions/rules/address.ts';
import { type Conversion, storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import { storedRefund } from '#lib/money/conversions/schema/stored-refund.ts';
import { conversionKey } from '#lib/money/conversions/writes.ts';
import { changesOf, correctionsOf, namesCreator, shopOrderOf } from '#lib/shops/comparisons/rules/compare.ts';
import type { FileOrder } from '#lib/shops/comparisons/rules/file-order.ts';
import { ordersPerStep } from '#lib/shops/comparisons/rules/limits.ts';
import { ended, newDifference } from '#lib/shops/comparisons/rules/reconciliation.ts';
import type { Difference, Reconciliation } from '#lib/shops/comparisons/schema/stored.ts';
import type { RecordedOrder } from '#lib/shops/orders/rules/correction.ts';
import type { Run } from './services.ts';

const concurrency = 8;

/** Returns the recorded orders, by the id of the order. */
async function readRecorded(
  brandId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Conversion>> {
  const claims = await getItems(orderIds.map((id) => keys.order(brandId, id)));
  const ids = claims.map(recordedIdIn).filter((id) => id !== undefined);
  const items = await getItems(ids.map((id) => conversionKey(brandId, id)));
  const found = items.flatMap((item) => (item === undefined ? [] : [storedConversion.parse(item)]));
  return new Map(found.map((conversion) => [conversion.orderId, conversion]));
}

type Count = keyof Reconciliation['counts'];
type Judged = Difference | Exclude<Count, Difference['kind'] | 'unreadable'>;

/** An order that cannot be judged is shown, so that a person sees the reason when it is applied. */
async function isMissing(file: FileOrder, { services, target }: Run): Promise<boolean> {
  if (!namesCreator(file)) return false;
  try {
    return await services.hasEarner(shopOrderOf(file), target);
  } catch (error) {
    if (!(error instanceof DomainError) || isUnavailable(error)) throw error;
    return true;
  }
}

async function judgeNew(current: Reconciliation, file: FileOrder, run: Run): Promise<Judged> {
  if (file.state !== 'paid') return 'ignored';
  if (!(await isMissing(file, run))) return 'notAttributed';
  const { orderId, currency } = file;
  const shown = (minor: number) => fromMinor(minor, currency).rawJSON;
  const changes = [
    { field: 'amount', recorded: null, shop: shown(file.amount) },
    { field: 'currency', recorded: null, shop: currency },
    ...(file.refunded > 0 ? [{ field: 'refundedAmount', recorded: null, shop: shown(file.refunded) }] : []),
  ];
  return newDifference(current, { kind: 'missing', orderId, proposal: 'record', changes }, run.target.now);
}

/** An order without refunds needs no further read. */
async function withRefunds(conversion: Conversion): Promise<RecordedOrder> {
  const { brandId, id, refundedAmount } = conversion;
  const items = refundedAmount === 0 ? [] : await queryPartition(refundPartition(brandId, id));
  return { conversion, refunds: items.map((item) => storedRefund.parse(item)) };
}

async function judgeRecorded(
  current: Reconciliation,
  file: FileOrder,
  conversion: Conversion,
  now: Date,
): Promise<Judged> {
  const recorded = await withRefunds(conversion);
  const corrections = correctionsOf(recorded, file, current);
  if (corrections.length === 0) return 'equal';
  const impossible = corrections.find((one) => one.kind === 'impossible');
  const isCanceled = corrections.some(({ kind }) => kind === 'cancel');
  const proposal = impossible === undefined ? (isCanceled ? 'cancel' : 'correct') : 'none';
  const changes = corrections.flatMap((one) => [...changesOf(one, recorded, file)]);
  const { orderId } = file;
  const found = { kind: 'different', orderId, recorded: conversion, proposal, changes } as const;
  return newDifference(current, { ...found, ...(impossible && { reason: impossible.reason }) }, now);
}

interface Step {
  readonly after: Reconciliation;
  readonly found: readonly Difference[];
}

function counted(current: Reconciliation, judged: readonly Judged[]): Step {
  const counts = { ...current.counts };
  for (const one of judged) counts[typeof one === 'string' ? one : one.kind] += 1;
  const found = judged.filter((one) => typeof one !== 'string');
  return { after: { ...current, counts }, found };
}

async function compareOrders(current: Reconciliation, run: Run): Promise<Step> {
  const { list } = current.position;
  const files = run.orders.slice(list, list + ordersPerStep);
  const recorded = await readRecorded(
    current.brandId,
    files.map(({ orderId }) => orderId),
  );
  const judged: Judged[] = [];
  await forEachConcurrently(files, concurrency, async (file) => {
    const here = recorded.get(file.orderId);
    if (file.isTest) judged.push('ignored');
    else if (here === undefined) judged.push(await judgeNew(current, file, run));
    else judged.push(await judgeRecorded(current, file, here, run.target.now));
  });
  const { after, found } = counted(current, judged);
  return { after: { ...after, position: { list: list + files.length, after: null } }, found };
}

const hasUnreadable =
  'The file has rows that cannot be read, and one of them can be the order: correct the file and compare again';

/** The states of orders name all orders of the connection. A payment has a state too, but is no order. */
async function findUnknown(current: Reconciliation, run: Run): Promise<Step> {
  const { brandId, connectionId, position, from, to } = current;
  const { now } = run.target;
  const states = { partition: shopOrderPartition(brandId, connectionId) };
  const page = await readPageAfter(states, position.after, ordersPerStep * 2);
  const inFile = new Set(run.orders.map(({ orderId }) => orderId));
  const ids = page.items.map(({ sk }) => String(sk)).filter((id) => !inFile.has(id));
  const recorded = [...(await readRecorded(brandId, ids)).values()];
  const unknown = recorded
    .filter(({ occurredAt, canceledAt }) => canceledAt === null && occurredAt >= from && occurredAt <= to)
    .map((one) => {
      const found = { kind: 'unknown', orderId: one.orderId, recorded: one } as const;
      const isSure = current.counts.unreadable === 0;
      const proposal = isSure ? 'cancel' : 'none';
      const reason = isSure ? '' : hasUnreadable;
      return newDifference(current, { ...found, proposal, reason, changes: [] }, now);
    });
  const { after, found } = counted(current, unknown);
  const next = { ...after, position: { ...position, after: page.upTo } };
  return { after: page.isLast ? ended(next, null, now) : next, found };
}

/** The orders of the file come first, and then the orders of the connection that the file does not have. */
export const compareNext = (current: Reconciliation, run: Run): Promise<Step> =>
  current.position.list < run.orders.length ? compareOrders(current, run) : findUnknown(current, run);
