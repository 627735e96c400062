// Undoes the rows of an import step by step, in the worker behind the queue of exports. docs/decisions/0179
import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { importKeys, importRowPartition } from '#lib/foundation/table/keys/import-keys.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { onePerItem } from '#lib/foundation/table/writes/one-per-item.ts';
import { isStaleWrite, staleWrite } from '#lib/foundation/table/writes/write.ts';
import { isOpen, undoCounted } from '#lib/outlets/imports/rules/undo.ts';
import { type Import, type Result, storedResult } from '#lib/outlets/imports/schema/stored.ts';
import { changeImport, putResult } from '#lib/outlets/imports/writes.ts';
import { markForRemoval, removeMark } from './dependents.ts';
import { isChanged } from './imports.ts';
import { type PreparedUndo, prepareUndoOf, type UndoRun } from './undo-rows.ts';

/** Another writer can change the creator or the order between read and write. */
const attempts = 4;
const rowsOfStep = 50;

interface RowToUndo {
  readonly number: number;
  readonly result: Result;
}

/** Returns the rows after `after`, in their order. */
export async function readRowsAfter(
  { brandId, id }: Import,
  after: number,
  limit: number,
): Promise<{ readonly rows: readonly RowToUndo[]; readonly isLast: boolean }> {
  const from = after === 0 ? null : importKeys.importRow(brandId, id, after).sk;
  const { items, isLast } = await readPageAfter({ partition: importRowPartition(brandId, id) }, from, limit);
  return {
    rows: items.map((item) => ({ number: Number(item.sk), result: storedResult.parse(item) })),
    isLast,
  };
}

/** Stores the result together with the progress, so that each row is undone once. */
async function commit(
  current: Import,
  { number, result }: RowToUndo,
  { reason, writes }: PreparedUndo,
): Promise<Import> {
  const after = undoCounted(current, number, reason);
  const undo = { isUndone: reason === undefined, reason: reason ?? null };
  if (reason !== undefined && result.affiliateId !== null)
    await removeMark(current.brandId, result.affiliateId);
  await transact([
    changeImport(current, after),
    putResult(current, number, { ...result, undo }),
    ...onePerItem(writes),
  ]);
  return { ...after, revision: current.revision + 1 };
}

function reasonAfter(error: unknown, { brandId, id: importId }: Import, { number: row }: RowToUndo): string {
  if (error instanceof DomainError) return error.message;
  logger.error('a row could not be undone', { brandId, importId, row, failure: error });
  return 'The row could not be undone. Undo the import again, or report its id.';
}

async function markCreator({ brandId }: Import, { result }: RowToUndo): Promise<void> {
  const { action, affiliateId, conversionId } = result;
  if (action === 'create' && affiliateId !== null && conversionId === undefined)
    await markForRemoval(brandId, affiliateId);
}

async function undoRow(current: Import, row: RowToUndo, run: UndoRun): Promise<Import> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await markCreator(current, row);
      return await commit(current, row, await prepareUndoOf(row.result, run));
    } catch (error) {
      if (!(isStaleWrite(error) || isCausedByInput(error))) throw error;
      // Another worker continues the undo.
      if (await isChanged(current)) throw staleWrite();
      if (isStaleWrite(error) && attempt < attempts) continue;
      return commit(current, row, { reason: reasonAfter(error, current, row), writes: [] });
    }
  }
}

/** Undoes the next rows. */
export async function undoNext(begun: Import, run: UndoRun): Promise<Import> {
  const { rows, isLast } = await readRowsAfter(begun, begun.next, rowsOfStep);
  let current = begun;
  for (const row of rows) if (isOpen(row.result)) current = await undoRow(current, row, run);
  const after: Import = {
    ...current,
    next: rows.at(-1)?.number ?? current.next,
    ...(isLast && { status: 'undone' }),
  };
  await transact([changeImport(current, after)]);
  return { ...after, revision: current.revision + 1 };
}
