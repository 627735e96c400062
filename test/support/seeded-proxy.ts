// Starts the proxy with seeded faults in a separate process, so that many processes can use it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Counts, Rates } from './seeded-faults.ts';

export const countsPath = '/counts';

export interface Started {
  readonly endpoint: string;
}

interface Options {
  readonly engine: string;
  readonly seed: number;
  readonly rates: Rates;
}

export interface SeededProxy extends Started {
  /** Waits until the engine has finished all calls, including late ones, and returns the counts. */
  readonly counts: () => Promise<Counts>;
  readonly stop: () => Promise<void>;
}

export async function startSeededProxy({ engine, seed, rates }: Options): Promise<SeededProxy> {
  const options = ['--engine', engine, '--seed', String(seed), '--rates', JSON.stringify(rates)];
  const child = fork(join(import.meta.dirname, 'seeded-proxy-main.ts'), options, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const failed = ended.then(() => Promise.reject(new Error('The proxy has exited')));
  const [{ endpoint }]: [Started] = await Promise.race([
    once(child, 'message') as Promise<[Started]>,
    failed,
  ]);
  failed.catch(() => {});
  return {
    endpoint,
    counts: async () => (await (await fetch(`${endpoint}${countsPath}`)).json()) as Counts,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
