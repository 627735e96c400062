// Applies differences of a reconciliation, step by step.
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { DomainError, isUnavailable } from '#lib/foundation/shared/errors.ts';
import { differencePartition } from '#lib/foundation/table/keys/reconciliation-keys.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { shopOrderOf } from '#lib/shops/comparisons/rules/compare.ts';
import { appliedKinds, ended } from '#lib/shops/comparisons/rules/reconciliation.ts';
import { repairsOf } from '#lib/shops/comparisons/rules/repair.ts';
import {
  type Difference,
  type Reconciliation,
  storedDifference,
} from '#lib/shops/comparisons/schema/stored.ts';
import { readDifferences } from './reconciliations.ts';
import type { Run } from './services.ts';

const differencesPerStep = 20;
const concurrency = 4;

interface Next {
  readonly differences: readonly Difference[];
  readonly position: Reconciliation['position'];
  readonly isLast: boolean;
}

async function namedDifferences(current: Reconciliation, wanted: readonly string[]): Promise<Next> {
  const { list } = current.position;
  const ids = wanted.slice(list, list + differencesPerStep);
  const found = (await readDifferences(current, ids)).filter((one) => one !== undefined);
  const next = list + ids.length;
  return { differences: found, position: { list: next, after: null }, isLast: next >= wanted.length };
}

async function allDifferences({ brandId, id, position: { list, after } }: Reconciliation): Promise<Next> {
  const kind = appliedKinds[list] ?? 'different';
  const partition = { partition: differencePartition(brandId, id, kind) };
  const page = await readPageAfter(partition, after, differencesPerStep);
  const differences = page.items.map((item) => storedDifference.parse(item));
  const position = page.isLast ? { list: list + 1, after: null } : { list, after: page.upTo };
  return { differences, position, isLast: position.list >= appliedKinds.length };
}

const reasonOf = ({ message, extras: { details = [] } }: DomainError): string =>
  details.length === 0 ? message : details.map((one) => `${one.path}: ${one.message}`).join('. ');

/** A refused correction is a result, and an unavailable table is none. */
async function outcomeOf(difference: Difference, current: Reconciliation, run: Run) {
  const { orderId } = difference;
  const file = run.orders.find((order) => order.orderId === orderId);
  try {
    const order = file && { order: shopOrderOf(file) };
    const repair = { orderId, ...order, differenceOf: repairsOf(difference, file, current) };
    const { isApplied, reason } = await run.services.repairOrder(repair, run.target);
    return { status: isApplied ? 'applied' : 'failed', reason } as const;
  } catch (error) {
    if (!(error instanceof DomainError) || isUnavailable(error)) throw error;
    return { status: 'failed', reason: reasonOf(error) } as const;
  }
}

interface Step {
  readonly after: Reconciliation;
  readonly changed: readonly (readonly [before: Difference, after: Difference])[];
}

const isOpen = ({ status, proposal }: Difference): boolean => status !== 'applied' && proposal !== 'none';

/** A repeated step finds the orders of its first attempt corrected, so each difference counts once. */
export async function applyNext(current: Reconciliation, run: Run): Promise<Step> {
  const { wanted } = current;
  const next = await (wanted === null ? allDifferences(current) : namedDifferences(current, wanted));
  const changed: (readonly [Difference, Difference])[] = [];
  await forEachConcurrently(next.differences.filter(isOpen), concurrency, async (before) => {
    changed.push([before, { ...before, ...(await outcomeOf(before, current, run)) }]);
  });
  let { applied, failed } = current;
  for (const [before, { status }] of changed) {
    applied += status === 'applied' ? 1 : 0;
    failed += (status === 'failed' ? 1 : 0) - (before.status === 'failed' ? 1 : 0);
  }
  const after = { ...current, applied, failed, position: next.position };
  return { after: next.isLast ? ended(after, null, run.target.now) : after, changed };
}
