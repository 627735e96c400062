// Imports the rows of a file step by step, in the worker behind the queue of exports. docs/decisions/0172
import type { Brand } from '#lib/access/brands/schema.ts';
import { runAs } from '#lib/foundation/shared/actor.ts';
import type { Clock } from '#lib/foundation/shared/clock.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import { work } from '#lib/foundation/streams/work.ts';
import { isStaleWrite } from '#lib/foundation/table/writes/write.ts';
import type { ImportFile } from '#lib/outlets/imports/rules/file.ts';
import { groupsOf } from '#lib/outlets/imports/rules/groups.ts';
import { ended } from '#lib/outlets/imports/rules/import.ts';
import { parseRows } from '#lib/outlets/imports/rules/row.ts';
import type { Import, Result } from '#lib/outlets/imports/schema/stored.ts';
import { readCampaignIds } from './dependents.ts';
import { findImport, readResults, requireFile } from './imports.ts';
import type { OrderOperations } from './judge-rows.ts';
import { undoNext } from './undo.ts';
import type { PrepareUndo } from './undo-rows.ts';
import { commit, judgeOpen, type Run, writeGroup } from './write-rows.ts';

/** The rows that a step reads together. */
const rowsOfStep = 100;

/** Does the next rows. A later run skips the rows that an earlier one has done. */
async function nextRows(begun: Import, run: Run): Promise<Import> {
  const all = run.rows.slice(begun.next, begun.next + rowsOfStep);
  const range = { after: (all[0]?.number ?? 1) - 1, upTo: all.at(-1)?.number ?? 1 };
  const earlier: ReadonlyMap<number, Result> = begun.run === 1 ? new Map() : await readResults(begun, range);
  const open = all.filter(({ number }) => (earlier.get(number)?.action ?? 'fail') === 'fail');
  let current = begun;
  for (const group of groupsOf(await judgeOpen(begun, open, run)))
    current = await writeGroup(current, group, run);
  const after = { ...current, next: begun.next + all.length };
  const isLast = after.next >= run.rows.length;
  if (!isLast && current.next === after.next) return current;
  return commit(current, isLast ? ended(after, null, run.now) : after, []);
}

/** Returns undefined if another worker or request has changed the import. */
async function step(current: Import, nextOf: () => Promise<Import>, now: Date): Promise<Import | undefined> {
  try {
    return await nextOf();
  } catch (error) {
    if (isStaleWrite(error)) return undefined;
    const isWithoutFile = error instanceof DomainError && error.code === 'status_conflict';
    if (!isWithoutFile) throw error;
    return commit(current, ended(current, error.message, now), []);
  }
}

function readRows(file: ImportFile, current: Import, { currency }: Brand): Pick<Run, 'rows' | 'indexOf'> {
  const rows = parseRows(file.rows, current, currency);
  return { rows, indexOf: new Map(rows.map((row, index) => [row, index])) };
}

interface Services {
  readonly getClock: (brandId: string) => Promise<Clock>;
  readonly getBrand: (brandId: string) => Promise<Brand>;
  readonly operations: OrderOperations & { readonly prepareUndo: PrepareUndo };
}

export async function continueImport(
  item: WorkItem,
  { getClock, getBrand, operations }: Services,
): Promise<void> {
  const clock = await getClock(item.brandId);
  let campaignIds: readonly string[] | undefined;
  let read: Pick<Run, 'rows' | 'indexOf'> | undefined;
  const nextOf = async (current: Import): Promise<Import> => {
    // The plan of the brand can change during an import.
    const brand = await getBrand(current.brandId);
    const now = clock.now();
    if (current.status === 'undoing') {
      campaignIds ??= await readCampaignIds(brand.id);
      return undoNext(current, { brand, now, campaignIds, prepareUndo: operations.prepareUndo });
    }
    read ??= readRows(await requireFile(current, now), current, brand);
    return nextRows(current, { ...read, brand, now, operations });
  };
  await work<Import>({
    queue: 'exports',
    item,
    read: () => findImport(item.brandId, item.id),
    hasWork: ({ status }) => status === 'running' || status === 'undoing',
    step: (current) =>
      runAs(current.actor ?? { id: 'service' }, () => step(current, () => nextOf(current), clock.now())),
  });
}
