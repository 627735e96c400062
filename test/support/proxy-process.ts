// Starts a fault-injecting proxy in a separate process, so that many processes can use it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Decide, startEngineProxy } from './engine-proxy.ts';

const countsPath = '/counts';

interface Started {
  readonly endpoint: string;
}

export interface ProxyProcess<Counts> extends Started {
  /** Waits until the engine has finished all calls, including late ones, and returns the counts. */
  readonly counts: () => Promise<Counts>;
  readonly stop: () => Promise<void>;
}

/** `main` is a file in this folder that calls `serveProxy`. */
export async function startProxyProcess<Counts>(
  main: string,
  options: Readonly<Record<string, string>>,
): Promise<ProxyProcess<Counts>> {
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = fork(join(import.meta.dirname, main), args, {
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

interface Served {
  readonly engine: string;
  readonly port: number;
  readonly decide: Decide;
  readonly counts: () => object;
}

/** Prints the address of the proxy. GET /counts returns the counts once no call is in progress. Exits with its parent or on a signal. */
export async function serveProxy({ engine, port, decide, counts }: Served): Promise<void> {
  const proxy = await startEngineProxy({
    engine,
    decide,
    pages: {
      [countsPath]: async () => {
        await proxy.untilIdle();
        return counts();
      },
    },
    port,
  });
  const started: Started = { endpoint: proxy.endpoint };
  process.stdout.write(`${JSON.stringify(started)}\n`);
  process.on('disconnect', () => process.exit());
  // Keep the process alive, because the proxy does not.
  setInterval(() => {}, 60_000);
  process.send?.(started);
}
