// Commits writes of one or several domains in one TransactWriteItems call.
import { randomUUID } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '#lib/foundation/aws/dynamodb.ts';
import { isTransient, isTransientReason } from '#lib/foundation/aws/failures.ts';
import { pause } from '#lib/foundation/aws/pause.ts';
import { currentActor } from '#lib/foundation/shared/actor.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { isUnavailable, unavailable } from '#lib/foundation/shared/errors.ts';
import { withActor } from '#lib/foundation/table/writes/attribution.ts';
import { toExpressionInput, toUpdateInput } from '#lib/foundation/table/writes/expression.ts';
import { type Flag, isStaleWrite, type Refusal, type Write } from '#lib/foundation/table/writes/write.ts';
import { getItems, updateItem, writeTransaction } from './client.ts';

const attempts = 12;
/** The first conflict is usually random, so an item is marked as busy only after a second conflict. */
const conflictsBeforeMark = 1;
/** A transaction that is repeated with other items need not wait until the held ones are free. */
const longestPauseOfRerouted = 2;

/** Throws the error of a refusal, or a 503. After a 503, the transaction may have been committed. */
export async function transact(writes: readonly Write[]): Promise<void> {
  const refusals = await tryTransact(writes);
  if (refusals.length > 0) throw errorOf(refusals);
}

/**
 * A failed precondition wins, then a stale write, wherever they stand: the other refusals follow from what was read, so the caller must read
 * again before it reports them. Of several other errors, the one of the first write wins.
 */
function errorOf(refusals: readonly Refusal[]): Error | undefined {
  const preconditions = refusals.flatMap(({ write, existing }) => write.precondition?.(existing) ?? []);
  const errors = refusals.map(
    ({ write, existing }) =>
      write.refused?.(existing) ?? new Error(`Unexpected refusal: ${describeWrite(write)}`),
  );
  return preconditions[0] ?? errors.find(isStaleWrite) ?? errors[0];
}

/** Returns those of the given writes whose conditions failed. If any condition fails, nothing is written. */
export async function tryTransact(given: readonly Write[]): Promise<readonly Refusal[]> {
  const [actor, at] = [currentActor(), now()];
  const origins = new Map(given.flatMap((write) => withActor([write], actor, at).map((own) => [own, write])));
  let writes: readonly Write[] = [...origins.keys()];
  // Attempts with the same writes share one token, so that a transaction with a lost response is not committed twice.
  let token = randomUUID();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      await writeTransaction(writes.map(toTransactItem), token);
      return [];
    } catch (error) {
      const refusals = refusalsIn(error, writes);
      if (refusals.length > 0)
        return refusals.map(({ write, existing }) => ({ write: origins.get(write) ?? write, existing }));
      if (!wasCanceledTransiently(error)) throw isTransient(error) ? unavailable(error) : error;
      const rerouted = await rerouteConflicts(error, writes, attempt >= conflictsBeforeMark);
      const isRerouted = rerouted !== writes;
      if (isRerouted) token = randomUUID();
      writes = rerouted;
      await pause(isRerouted ? Math.min(attempt, longestPauseOfRerouted) : attempt);
    }
  }
  throw unavailable(new Error('The transaction conflicted on every attempt'));
}

async function rerouteConflicts(
  error: TransactionCanceledException,
  writes: readonly Write[],
  mayMark: boolean,
): Promise<readonly Write[]> {
  const { CancellationReasons: reasons = [] } = error;
  const canReroute = ({ onConflict }: Write, index: number): boolean =>
    reasons[index]?.Code === 'TransactionConflict' &&
    onConflict !== undefined &&
    (mayMark || onConflict.flag === undefined);
  if (!writes.some(canReroute)) return writes;
  return Promise.all(writes.map((write, index) => (canReroute(write, index) ? reroute(write) : write)));
}

async function reroute(write: Write): Promise<Write> {
  const { onConflict } = write;
  if (onConflict === undefined) return write;
  if (onConflict.flag !== undefined && !(await setFlag(onConflict.flag))) return write;
  return onConflict.to();
}

/** Returns false if the condition of the flag fails, or the item is held, so that it cannot be marked now. */
async function setFlag({ key, attribute, guard }: Flag): Promise<boolean> {
  try {
    const update = toUpdateInput({ set: { [attribute]: true }, ...guard });
    await updateItem({ Key: { ...key }, ...update });
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    // Another request may have marked the held item. A read finds out, because it does not conflict.
    if (isUnavailable(error)) return (await getItems([key]))[0]?.[attribute] === true;
    throw error;
  }
}

function refusalsIn(error: unknown, writes: readonly Write[]): readonly Refusal[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).flatMap((reason, index) => {
    const write = writes[index];
    if (reason.Code !== 'ConditionalCheckFailed' || write === undefined) return [];
    return [{ write, existing: reason.Item }];
  });
}

/** Only canceled transactions are retried here, because the client has already retried all other transient failures. */
const wasCanceledTransiently = (error: unknown): error is TransactionCanceledException =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some((reason) => isTransientReason(reason.Code));

const describeWrite = (write: Write): string =>
  `${write.kind} ${write.kind === 'put' ? write.item.sk : write.key.sk} (${write.condition})`;

function toTransactItem(write: Write) {
  const common = {
    TableName: environment.TABLE_NAME,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  switch (write.kind) {
    case 'put':
      return { Put: { ...common, ...toExpressionInput(write), Item: write.item } };
    case 'update':
    case 'increment':
      return { Update: { ...common, ...toUpdateInput(write), Key: { ...write.key } } };
    case 'delete':
      return { Delete: { ...common, ...toExpressionInput(write), Key: { ...write.key } } };
    case 'check': {
      const { condition } = write;
      return {
        ConditionCheck: {
          ...common,
          ...toExpressionInput(write),
          Key: { ...write.key },
          ConditionExpression: condition,
        },
      };
    }
  }
}
