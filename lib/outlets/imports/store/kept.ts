// Lists the rows of an import that an undo keeps, without a change.
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import type { Circumstances } from '#lib/outlets/imports/rules/import.ts';
import { rowsOnPage } from '#lib/outlets/imports/rules/limits.ts';
import { isOpen, type KeptPage, type KeptRow, requireUndoable } from '#lib/outlets/imports/rules/undo.ts';
import type { Import } from '#lib/outlets/imports/schema/stored.ts';
import { readCampaignIds } from './dependents.ts';
import { readRowsAfter } from './undo.ts';
import { prepareUndoOf } from './undo-rows.ts';

const concurrency = 10;

/** The order is not canceled, so nothing is written. */
const prepareUndo = async () => ({ writes: [] });

/** After an undo, the rows have their results. Otherwise, each is judged as an undo would. */
export async function listKept(found: Import, after = 0, circumstances: Circumstances): Promise<KeptPage> {
  const isUndone = found.status === 'undone';
  if (!isUndone) requireUndoable(found, circumstances.now);
  const [{ rows, isLast }, campaignIds] = await Promise.all([
    readRowsAfter(found, after, rowsOnPage),
    isUndone ? [] : readCampaignIds(found.brandId),
  ]);
  const open = rows.filter(({ result }) => isOpen(result));
  const run = { ...circumstances, campaignIds, prepareUndo };
  const kept: KeptRow[] = [];
  await forEachConcurrently(open, concurrency, async ({ number, result }) => {
    const { reason } = isUndone ? (result.undo ?? {}) : await prepareUndoOf(result, run);
    if (typeof reason === 'string') kept.push({ number, result, reason });
  });
  const inOrder = kept.toSorted((one, other) => one.number - other.number);
  return { rows: inOrder, next: isLast ? null : (rows.at(-1)?.number ?? null) };
}
