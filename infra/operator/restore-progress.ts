// Stores how far a restore of a brand has come, so that a repeated command continues where it stopped.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { OperatorError } from '#lib/shared/operator-error.ts';

const counts = z.object({
  same: z.int(),
  put: z.int(),
  changed: z.int(),
  deleted: z.int(),
  stale: z.int(),
  taken: z.int(),
});

const progress = z.object({
  brandId: z.string(),
  fromTable: z.string(),
  phase: z.enum(['source', 'live', 'last', 'done']),
  after: z.record(z.string(), z.unknown()).optional(),
  tally: z.record(z.string(), counts),
});
type Progress = z.output<typeof progress>;

const begin = (brandId: string, fromTable: string): Progress => ({
  brandId,
  fromTable,
  phase: 'source',
  tally: {},
});

function read(file: string): Progress | undefined {
  try {
    return progress.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** A file of another restore is refused. */
export function openRestore(file: string, brandId: string, fromTable: string): Progress {
  if (!existsSync(file)) return begin(brandId, fromTable);
  const found = read(file);
  if (found?.brandId === brandId && found.fromTable === fromTable) return found;
  throw new OperatorError(
    'invalid',
    `--progress: ${file} is not from a restore of ${brandId} from ${fromTable}: pass a new file, or delete it`,
  );
}

export function saveRestore(file: string, saved: Progress): void {
  if (saved.phase === 'done') rmSync(file, { force: true });
  else writeFileSync(file, JSON.stringify(saved));
}
