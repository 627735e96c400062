// The service in a process of its own, which can be killed: this process is its gateway, that one runs its functions.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { createRouter } from '#infra/local/router.ts';
import type { HttpResult } from '#lib/http/response.ts';
import { type Send, sendBy } from './service.ts';

export interface ToProcess {
  readonly id: number;
  readonly file: string;
  readonly event: object;
}

export type FromProcess =
  | { readonly isReady: true }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: string };

/** The process was killed while it had something to answer, or before. */
export class ProcessKilled extends Error {}

export interface ServiceProcess {
  /** Sends a request; rejected with ProcessKilled where nobody is left to answer it. */
  readonly send: Send;
  /** Hands an event to the function in a file below functions/: what the stream or the clock would do. */
  readonly invoke: (file: string, event: object) => Promise<unknown>;
  /** kill -9; resolved when the process is no more. */
  readonly kill: () => Promise<void>;
}

interface Options {
  /** Where its table is: a proxy, or the engine itself. */
  readonly endpoint: string;
  /** The time on its clock, which stands still; the machine's time unless it is said. */
  readonly now?: Date;
  /** Functions that are loaded at once, not only when they are asked for. */
  readonly functions?: readonly string[];
  /** Requests to the table time out as early as in production. */
  readonly hasProductionTimeout?: boolean;
}

const main = join(import.meta.dirname, 'service-process-main.ts');

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts one with the table and the keys of this process, and waits until it can be asked. It ends with this process. */
export async function startServiceProcess({
  endpoint,
  now,
  functions = [],
  hasProductionTimeout = false,
}: Options): Promise<ServiceProcess> {
  const child = fork(main, [], {
    // What a test runner is told is none of its business.
    execArgv: [],
    env: {
      ...process.env,
      DYNAMODB_ENDPOINT: endpoint,
      FUNCTIONS: functions.join(' '),
      ...(now !== undefined && { NOW: now.toISOString() }),
      ...(hasProductionTimeout && { PRODUCTION_TIMEOUT: 'on' }),
    },
  });
  const { ask, isReady, ended } = conversation(child);
  await isReady;
  const router = await createRouter((file) => async (event) => (await ask(file, event)) as HttpResult);
  return {
    send: sendBy(router),
    invoke: ask,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function conversation(child: ChildProcess) {
  const waiting = new Map<number, Waiting>();
  const ready = Promise.withResolvers<void>();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let asked = 0;
  let isGone = false;
  child.on('message', (message: FromProcess) => {
    if ('isReady' in message) return ready.resolve();
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if ('failure' in message) reject?.(new Error(message.failure));
    else resolve?.(message.result);
  });
  const isOver = (error = new ProcessKilled('The process has ended')): void => {
    isGone = true;
    ready.reject(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  child.once('error', isOver);
  ended.then(() => isOver());
  const ask = (file: string, event: object): Promise<unknown> => {
    if (isGone) return Promise.reject(new ProcessKilled('The process has ended'));
    asked += 1;
    const message: ToProcess = { id: asked, file, event };
    return new Promise((resolve, reject) => {
      waiting.set(message.id, { resolve, reject });
      // One that is being killed cannot be told; that it has ended, it will be.
      child.send(message, () => {});
    });
  };
  return { ask, isReady: ready.promise, ended };
}
