// Builds the writes of imports.
import { recordEntry } from '#lib/access/audit-entries/writes.ts';
import { importKeys } from '#lib/foundation/table/keys/import-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, updateExisting, type Write } from '#lib/foundation/table/writes/write.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { Import, Result } from './schema/stored.ts';

export const addImport = (created: Import): Write =>
  putNew({ ...importKeys.import(created.brandId, created.id), ...created });

/** Throws a stale write if another worker or request has changed the import. */
export const changeImport = (before: Import, after: Import): Write =>
  changeItem(importKeys.import(before.brandId, before.id), before, after);

/** The condition leaves out the revision, because a running import changes with each row. A worker that has read it before stops. */
export const stopImport = ({ brandId, id }: Import, { completedAt }: Pick<Import, 'completedAt'>): Write => {
  const condition = '#status IN (:ready, :running)';
  const change = { set: { status: 'canceled', completedAt }, add: { revision: 1 }, condition };
  const values = { ready: 'ready', running: 'running' };
  return updateExisting(importKeys.import(brandId, id), { ...change, values }, staleWrite);
};

/** The transaction is refused as stale if another request has changed the import. */
export const startImport = (before: Import, after: Import, now: Date): readonly Write[] => {
  const { brandId, id: resourceId, kind, rows, onExisting, invite } = after;
  const data = { type: kind, rows, onExisting, invite };
  return [
    changeImport(before, after),
    recordEntry({ brandId, type: 'import.started', resourceId, data }, now),
  ];
};

/** The transaction is refused as stale if another request has changed the import. */
export const startUndo = (before: Import, after: Import, now: Date): readonly Write[] => {
  const { brandId, id: resourceId, kind, rows } = after;
  return [
    changeImport(before, after),
    recordEntry({ brandId, type: 'import.undone', resourceId, data: { type: kind, rows } }, now),
  ];
};

/** Replaces the result of an earlier run. The transaction also changes the import, so each row is done once. */
export const putResult = ({ brandId, id, expiresAt }: Import, row: number, result: Result): Write => ({
  kind: 'put',
  item: {
    ...importKeys.importRow(brandId, id, row),
    action: result.action,
    affiliateId: result.affiliateId,
    problems: result.problems,
    ...(result.conversionId !== undefined && { conversionId: result.conversionId }),
    ...(result.undo !== undefined && { undo: result.undo }),
    expiresAt,
  },
});

/** Another import may have recorded the opening balance since the row was read. */
export const claimBalance = ({ brandId, affiliateId, id: commissionId, amount }: Commission): Write =>
  putNew({ ...importKeys.importBalance(brandId, affiliateId), commissionId, amount }, staleWrite);
