// Measures cold starts, each paired with one of an empty handler, so that other load affects both.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ColdStart, Launch } from './cold-start.ts';
import { newStopwatch, type Stopwatch } from './stopwatch.ts';
import type { Subject } from './subjects.ts';

export interface Result {
  readonly subject: Subject;
  readonly starts: readonly ColdStart[];
  /** Cold starts of the empty handler, each measured directly before the corresponding element of `starts`. */
  readonly empty: readonly ColdStart[];
}

function emptyLaunch(directory: string, { memoryMegabytes }: Pick<Launch, 'memoryMegabytes'>) {
  const bundle = join(directory, 'empty');
  mkdirSync(bundle, { recursive: true });
  writeFileSync(join(bundle, 'index.js'), 'exports.handler = async () => ({ statusCode: 200 });\n');
  return { bundle, handler: 'index.handler', variables: {}, memoryMegabytes };
}

async function startOf(subject: Subject, runtimeClient: string, { time }: Stopwatch): Promise<ColdStart> {
  const start = await time({ ...subject.launch, runtimeClient }, await subject.event());
  const status = subject.status();
  if (start.answer?.statusCode === status) return start;
  const returned = `${subject.name} returned ${JSON.stringify(start.answer)} instead of ${status}`;
  throw new Error(`${returned}\n${start.log}`);
}

interface Plan {
  /** Called before each round. */
  readonly prepareRound?: () => Promise<void>;
  readonly subjects: readonly Subject[];
  readonly spawns: number;
  readonly runtimeClient: string;
  readonly directory: string;
}

/** Measures all subjects in rounds. The first round only warms the disk cache. */
export async function measure({
  prepareRound,
  subjects,
  spawns,
  runtimeClient,
  directory,
}: Plan): Promise<readonly Result[]> {
  const results = subjects.map((subject) => ({
    subject,
    starts: [] as ColdStart[],
    empty: [] as ColdStart[],
    launchOfEmpty: { ...emptyLaunch(directory, subject.launch), runtimeClient },
  }));
  const stopwatch = newStopwatch();
  for (let round = 0; round <= spawns; round += 1) {
    await prepareRound?.();
    for (const { subject, starts, empty, launchOfEmpty } of results) {
      const baseline = await stopwatch.time(launchOfEmpty, {});
      const start = await startOf(subject, runtimeClient, stopwatch);
      if (round === 0) continue;
      empty.push(baseline);
      starts.push(start);
    }
    process.stderr.write(`\rround ${round} of ${spawns}`);
  }
  stopwatch.stop();
  process.stderr.write('\n');
  return results;
}
