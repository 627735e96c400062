// Measures cold starts from a separate small process, because spawning is slower from a process with much memory.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type ColdStart, coldStart, type Launch } from './cold-start.ts';

interface Job {
  readonly launch: Launch;
  readonly event: unknown;
}
type Outcome = { readonly start: ColdStart } | { readonly failure: string };

export interface Stopwatch {
  readonly time: (launch: Launch, event: unknown) => Promise<ColdStart>;
  readonly stop: () => void;
}

const thisFile = fileURLToPath(import.meta.url);

/** Starts the measuring process, which handles one cold start at a time. */
export function newStopwatch(): Stopwatch {
  const child = fork(thisFile);
  const time: Stopwatch['time'] = async (launch, event) => {
    child.send({ launch, event } satisfies Job);
    const [outcome]: Outcome[] = await once(child, 'message');
    if (outcome !== undefined && 'start' in outcome) return outcome.start;
    throw new Error(outcome?.failure ?? 'The measuring process did not respond');
  };
  return { time, stop: () => void child.kill() };
}

if (process.argv[1] === thisFile) {
  process.on('message', ({ launch, event }: Job) => {
    coldStart(launch, event).then(
      (start) => process.send?.({ start } satisfies Outcome),
      (error: unknown) => process.send?.({ failure: String(error) } satisfies Outcome),
    );
  });
}
