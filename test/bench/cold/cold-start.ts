// Measures one cold start: Lambda's runtime client with a bundle in a new process, up to the first response.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Json } from '#test/support/json.ts';
import { serveRuntimeApi } from './runtime-api.ts';

export interface Launch {
  readonly runtimeClient: string;
  readonly bundle: string;
  /** `index.handler` */
  readonly handler: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMegabytes: number;
}

export interface ColdStart {
  readonly initMilliseconds: number;
  readonly callMilliseconds: number;
  /** User and system time of all threads; undefined without /proc. */
  readonly cpuMilliseconds: number | undefined;
  readonly answer: Json;
  /** All that the process printed. */
  readonly log: string;
}

const region = 'eu-central-1';

const environmentOf = ({ bundle, handler, variables, memoryMegabytes }: Launch, runtimeApi: string) => ({
  PATH: process.env.PATH,
  LANG: 'en_US.UTF-8',
  TZ: ':UTC',
  AWS_LAMBDA_RUNTIME_API: runtimeApi,
  _HANDLER: handler,
  LAMBDA_TASK_ROOT: bundle,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: 'bench',
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes),
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_GROUP_NAME: 'bench',
  AWS_LAMBDA_LOG_STREAM_NAME: 'bench',
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: 'ASIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  AWS_SESSION_TOKEN: 'a-session-token-of-some-length'.repeat(20),
  ...variables,
});

export async function coldStart(launch: Launch, event: unknown): Promise<ColdStart> {
  const api = await serveRuntimeApi(JSON.stringify(event));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [launch.runtimeClient, launch.handler], {
    cwd: launch.bundle,
    env: environmentOf(launch, api.address),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = Promise.all([text(child.stdout), text(child.stderr)]).then((texts) => texts.join(''));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const earlyExit = exited.then(async () => {
    throw new Error(`The function exited before it responded:\n${await log}`);
  });
  const measured = async () => {
    const { at, body } = await Promise.race([api.answered, earlyExit]);
    const cpuMilliseconds = cpuTimeOf(child.pid);
    const initializedAt = await api.initialized;
    return {
      initMilliseconds: initializedAt - startedAt,
      callMilliseconds: at - initializedAt,
      cpuMilliseconds,
      answer: JSON.parse(body),
    };
  };
  const end = async () => {
    earlyExit.catch(() => {});
    child.kill('SIGKILL');
    await exited;
    api.close();
  };
  const start = await measured().finally(end);
  return { ...start, log: await log };
}

/** Adds up the CPU time of all threads; schedstat is in nanoseconds. */
function cpuTimeOf(pid: number | undefined): number | undefined {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const spent = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8'));
    return spent.reduce((sum, line) => sum + Number(line.split(' ')[0]), 0) / 1e6;
  } catch {
    return undefined;
  }
}
