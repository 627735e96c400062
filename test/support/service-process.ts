// Runs the service in a separate process that can be killed. This process acts as its gateway.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { createRouter } from '#infra/local/router.ts';
import type { HttpResult } from '#lib/surface/http/response.ts';
import { deployedEndpoint } from './deployed-endpoint.ts';
import { type Send, senderFor } from './service.ts';

export interface ToProcess {
  readonly id: number;
  readonly file: string;
  readonly event: object;
}

export type FromProcess =
  | { readonly isReady: true }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: string };

/** The process was killed before it responded. */
export class ProcessKilled extends Error {}

export interface ServiceProcess {
  /** Sends a request. Rejects with ProcessKilled if the process dies. */
  readonly send: Send;
  /** Invokes a stream or schedule function, given its file below functions/. */
  readonly invoke: (file: string, event: object) => Promise<unknown>;
  /** Sends SIGKILL and resolves when the process has exited. */
  readonly kill: () => Promise<void>;
}

interface Options {
  /** Endpoint of the engine or of a proxy. */
  readonly endpoint: string;
  /** Stops the clock of the process. Defaults to real time. */
  readonly now?: Date;
  /** Functions to load at startup instead of on first use. */
  readonly functions?: readonly string[];
  /** Requests to the table time out as early as in production. */
  readonly hasProductionTimeout?: boolean;
  /** The program: a bundle of service-bundle.ts, or the file itself. */
  readonly program?: string;
}

const main = join(import.meta.dirname, 'service-process-main.ts');

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts a process with the table and the keys of this process. It exits with this process. */
export async function startServiceProcess({
  endpoint,
  now,
  functions = [],
  hasProductionTimeout = false,
  program = main,
}: Options): Promise<ServiceProcess> {
  const child = fork(program, [], {
    // The variables of the test runner must not affect the process.
    execArgv: [],
    env: {
      ...process.env,
      ...(hasProductionTimeout ? deployedEndpoint(endpoint) : { DYNAMODB_ENDPOINT: endpoint }),
      FUNCTIONS: functions.join(' '),
      ...(now !== undefined && { NOW: now.toISOString() }),
    },
  });
  const { ask, isReady, ended } = conversation(child);
  await isReady;
  const router = await createRouter((file) => async (event) => (await ask(file, event)) as HttpResult);
  return {
    send: senderFor(router),
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
      // Ignore a failure to send, because the exit of the process rejects the request.
      child.send(message, () => {});
    });
  };
  return { ask, isReady: ready.promise, ended };
}
