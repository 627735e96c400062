// All or nothing: writes of one or several domains in one TransactWriteItems, each with the reason it may be refused.
import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { unavailable } from '#lib/shared/errors.ts';
import type { Key } from '#lib/table/keys/keys.ts';
import type { Expression } from '#lib/table/writes/expression.ts';
import { described, type Refusal, toTransactItem, type Write } from '#lib/table/writes/write.ts';
import { type Item, writeTransaction } from './client.ts';
import { isPassing, isPassingReason } from './failures.ts';
import { pause } from './pause.ts';

export type { Refusal, Write } from '#lib/table/writes/write.ts';

export const transactionLimit = 100;
const attempts = 12;
/** One meeting is chance; after a second one a write that can goes elsewhere. */
const contentionsBorne = 1;

/**
 * Writes all, or throws what the first refused write says (503 where the table stays busy).
 * A transaction that was cancelled wrote nothing. One whose answer was lost, over all of the client's attempts, may have
 * been made, and then as a whole: the 503 is the same.
 */
export async function transact(writes: readonly Write[]): Promise<void> {
  const [refusal] = await tryTransact(writes);
  if (refusal === undefined) return;
  throw (
    refusal.write.refused?.(refusal.existing) ?? new Error(`Unexpected refusal: ${described(refusal.write)}`)
  );
}

/** Writes all and answers none, or writes nothing and answers the writes whose condition did not hold. */
export async function tryTransact(given: readonly Write[]): Promise<readonly Refusal[]> {
  let writes = given;
  // The same for every attempt: one that was made, but whose answer was lost, is then answered and not made again.
  let token = randomUUID();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      await writeTransaction(writes.map(toTransactItem), token);
      return [];
    } catch (error) {
      const refusals = refusalsIn(error, writes);
      if (refusals.length > 0) return refusals;
      if (!wasCancelledInPassing(error)) throw isPassing(error) ? unavailable(error) : error;
      // A cancelled transaction wrote nothing, so the next one may be another one.
      const relieved = attempt < contentionsBorne ? writes : await relieve(error, writes);
      if (relieved !== writes) token = randomUUID();
      writes = relieved;
    }
    await pause(attempt);
  }
  throw unavailable(new Error('The transaction met others on every attempt'));
}

/** The writes with others in place of those that met another transaction and can go elsewhere. */
async function relieve(
  error: TransactionCanceledException,
  writes: readonly Write[],
): Promise<readonly Write[]> {
  const { CancellationReasons: reasons = [] } = error;
  const met = (index: number) => reasons[index]?.Code === 'TransactionConflict';
  if (!writes.some(({ contended }, index) => contended !== undefined && met(index))) return writes;
  return Promise.all(
    writes.map((write, index) =>
      write.contended !== undefined && met(index) ? write.contended() : Promise.resolve(write),
    ),
  );
}

function refusalsIn(error: unknown, writes: readonly Write[]): readonly Refusal[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).flatMap((reason, index) => {
    const write = writes[index];
    if (reason.Code !== 'ConditionalCheckFailed' || write === undefined) return [];
    return [{ write, existing: reason.Item === undefined ? undefined : unmarshall(reason.Item) }];
  });
}

/** By a conflict or a throttle. A call that fails as a whole is not tried again here: the SDK has done that already. */
const wasCancelledInPassing = (error: unknown): error is TransactionCanceledException =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some((reason) => isPassingReason(reason.Code));

const exists = 'attribute_exists(#pk)';
const isAbsent = 'attribute_not_exists(#pk)';

/** Puts an item that must not exist yet. */
export const putNew = (item: Key & Item, refused?: Write['refused']): Write => ({
  kind: 'put',
  item,
  condition: isAbsent,
  refused,
});

/** Updates an item that must exist, and be as `condition` says where one is given. */
export const updateExisting = (
  key: Key,
  change: { update: string; values?: Expression['values']; condition?: string },
  refused?: Write['refused'],
): Write => ({
  kind: 'update',
  key,
  update: change.update,
  values: change.values,
  condition: change.condition === undefined ? exists : `${exists} AND ${change.condition}`,
  refused,
});

/** Deletes an item that must exist, and be as `condition` says where one is given. */
export const deleteExisting = (
  key: Key,
  refused?: Write['refused'],
  guard: { condition: string; values?: Expression['values'] } | undefined = undefined,
): Write => ({
  kind: 'delete',
  key,
  condition: guard === undefined ? exists : `${exists} AND ${guard.condition}`,
  values: guard?.values,
  refused,
});

/** Demands that an item exists. */
export const demand = (key: Key, refused?: Write['refused']): Write => ({
  kind: 'check',
  key,
  condition: exists,
  refused,
});
