// Imports the rows of a file step by step, in the worker behind the queue of exports. docs/decisions/0172
import type { Brand } from '#lib/access/brands/schema.ts';
import { runAs } from '#lib/foundation/shared/actor.ts';
import type { Clock } from '#lib/foundation/shared/clock.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import { work } from '#lib/foundation/streams/work.ts';
import { isStaleWrite } from '#lib/foundation/table/writes/write.ts';
import { ended } from '#lib/outlets/imports/rules/import.ts';
import { type ParsedRow, parseRows } from '#lib/outlets/imports/rules/row.ts';
import type { Import, Result } from '#lib/outlets/imports/schema/stored.ts';
import { findImport, readResults, requireFile } from './imports.ts';
import type { OrderOperations } from './judge-rows.ts';
import { commit, counted, type Done, judgeOpen, type Run, writeRow } from './write-row.ts';

/** The rows that a step reads together. The results of all of them fit into the transaction of a creator. */
const rowsOfStep = 50;

/** Does the next rows. A later run skips the rows that an earlier one has done. */
async function nextRows(begun: Import, run: Run): Promise<Import> {
  const all = run.rows.slice(begun.next, begun.next + rowsOfStep);
  const range = { after: (all[0]?.number ?? 1) - 1, upTo: all.at(-1)?.number ?? 1 };
  const earlier: ReadonlyMap<number, Result> = begun.run === 1 ? new Map() : await readResults(begun, range);
  const open = all.filter(({ number }) => (earlier.get(number)?.action ?? 'fail') === 'fail');
  let [current, pending]: [Import, readonly Done[]] = [begun, []];
  for (const judged of await judgeOpen(begun, open, run)) {
    if (judged.result.writes.length === 0) pending = [...pending, judged];
    else [current, pending] = [await writeRow(current, pending, judged, run), []];
  }
  const after = counted(current, pending, begun.next + all.length);
  return commit(current, after.next >= run.rows.length ? ended(after, null, run.now) : after, pending);
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

interface Services {
  readonly getClock: (brandId: string) => Promise<Clock>;
  readonly getBrand: (brandId: string) => Promise<Brand>;
  readonly operations: OrderOperations;
}

export async function continueImport(
  item: WorkItem,
  { getClock, getBrand, operations }: Services,
): Promise<void> {
  const clock = await getClock(item.brandId);
  let rows: readonly ParsedRow[] | undefined;
  const nextOf = async (current: Import): Promise<Import> => {
    // The plan of the brand can change during an import.
    const brand = await getBrand(current.brandId);
    const now = clock.now();
    rows ??= parseRows((await requireFile(current, now)).rows, current, brand.currency);
    return nextRows(current, { rows, brand, now, operations });
  };
  await work<Import>({
    queue: 'exports',
    item,
    read: () => findImport(item.brandId, item.id),
    hasWork: ({ status }) => status === 'running',
    step: (current) =>
      runAs(current.actor ?? { id: 'service' }, () => step(current, () => nextOf(current), clock.now())),
  });
}
