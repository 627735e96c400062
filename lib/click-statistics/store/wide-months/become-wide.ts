// Makes a month wide: from then on, its changes go to its buffer. See docs/decisions/0123.
import { headPut, type JournalHead, type JournalId } from '#lib/click-statistics/rules/journal/items.ts';
import { parseOpen, parseTotals } from '#lib/click-statistics/rules/rollups/items.ts';
import { hasSketch, type Scope } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { tableOf } from '#lib/click-statistics/rules/rollups/totals.ts';
import { firstItems } from '#lib/click-statistics/rules/wide-months/items.ts';
import { readHead } from '#lib/click-statistics/store/journal-items.ts';
import { transact } from '#lib/table/transact.ts';
import { sizeOfPuts } from '#lib/table/writes/transaction-size.ts';
import { isStaleWrite, type Put } from '#lib/table/writes/write.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { wideLimits } from './wide-limits.ts';

export const hasManyCreators = (deltas: readonly ClickDelta[]): boolean =>
  new Set(deltas.map(({ affiliateId }) => affiliateId)).size > wideLimits.creators;

/** Throws a stale write if the head has changed since it was read. */
export const becomeWide = (id: JournalId, head: JournalHead): Promise<void> =>
  transact([headPut(id, head, { ...head, state: 'wide' }), ...firstItems(id, head.changes === 0)]);

/** True if its creators make a rollup of a brand or a campaign too large. */
export function isTooLarge({ kind }: Scope, put: Put): boolean {
  const { item } = put;
  if (!hasSketch(kind) || sizeOfPuts([put]) <= wideLimits.rollupBytes) return false;
  if (!('hour' in item || 'through' in item)) return false;
  const { totals } = 'hour' in item ? parseOpen(kind, item) : parseTotals(kind, item);
  return tableOf(totals, 'affiliate').some(({ size }) => size > wideLimits.creators);
}

/** Does nothing if another run has changed the head: a later batch finds the large rollup again. */
export async function becomeWideAfterMove(id: JournalId): Promise<void> {
  const head = await readHead(id, true);
  if (head?.state !== 'moved') return;
  await becomeWide(id, head).catch((error: unknown) => {
    if (!isStaleWrite(error)) throw error;
  });
}
