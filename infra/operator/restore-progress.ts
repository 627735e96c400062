// Stores how far a restore of a brand has come, so that a repeated command continues where it stopped.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';

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
  savedAt: z.iso.datetime(),
});
type Progress = z.output<typeof progress>;

/** A stage can accept changes again, and be stopped again, only with two deployments. Both together take longer. */
const minutesOfProgress = 5;

interface Opened {
  readonly brandId: string;
  readonly fromTable: string;
  readonly now: Date;
}

const begin = ({ brandId, fromTable, now }: Opened): Progress => ({
  brandId,
  fromTable,
  phase: 'source',
  tally: {},
  savedAt: now.toISOString(),
});

/** Items that were restored before could have changed since an older file was saved. */
const isRecent = ({ savedAt }: Progress, now: Date): boolean =>
  now.getTime() - Date.parse(savedAt) < minutesOfProgress * 60_000;

function read(file: string): Progress | undefined {
  try {
    return progress.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** A file of another restore is refused. With an old one, the restore begins again, which is safe. */
export function openRestore(file: string, opened: Opened): Progress {
  if (!existsSync(file)) return begin(opened);
  const { brandId, fromTable, now } = opened;
  const found = read(file);
  if (found?.brandId === brandId && found.fromTable === fromTable)
    return isRecent(found, now) ? found : begin(opened);
  throw new OperatorError(
    'invalid',
    `--progress: ${file} is not from a restore of ${brandId} from ${fromTable}: pass a new file, or delete it`,
  );
}

export function saveRestore(file: string, saved: Progress): void {
  if (saved.phase === 'done') rmSync(file, { force: true });
  else writeFileSync(file, JSON.stringify(saved));
}
