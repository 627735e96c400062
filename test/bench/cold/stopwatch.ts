// Cold starts are timed in a process of their own: starting another one takes longer the more memory a process has, and
// the one that synthesizes the stack has much. Both sides of a ratio would have it on top.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type ColdStart, coldStart, type Launch } from './cold-start.ts';

interface Order {
  readonly launch: Launch;
  readonly event: unknown;
}
type Outcome = { readonly start: ColdStart } | { readonly failure: string };

export interface Stopwatch {
  readonly time: (launch: Launch, event: unknown) => Promise<ColdStart>;
  readonly stop: () => void;
}

const itself = fileURLToPath(import.meta.url);

/** Starts the process that times; one cold start at a time. */
export function newStopwatch(): Stopwatch {
  const child = fork(itself);
  const time: Stopwatch['time'] = async (launch, event) => {
    child.send({ launch, event } satisfies Order);
    const [outcome]: Outcome[] = await once(child, 'message');
    if (outcome !== undefined && 'start' in outcome) return outcome.start;
    throw new Error(outcome?.failure ?? 'No answer');
  };
  return { time, stop: () => void child.kill() };
}

if (process.argv[1] === itself) {
  process.on('message', ({ launch, event }: Order) => {
    coldStart(launch, event).then(
      (start) => process.send?.({ start } satisfies Outcome),
      (error: unknown) => process.send?.({ failure: String(error) } satisfies Outcome),
    );
  });
}
