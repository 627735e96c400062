// Runs dynoxide, a native DynamoDB engine on SQLite, as a child process.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StageFailure } from './failure.ts';

export interface Engine {
  readonly endpoint: string;
  readonly process: ChildProcess;
}

export function engineProgram(platform = process.platform, arch = process.arch): string {
  const name = `@dynoxide/${platform}-${arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const program = join(folder, platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    if (existsSync(program)) return program;
  } catch {
    // Ignore this error, because the error below explains how to install the engine.
  }
  throw new StageFailure(
    `The database engine is missing (${name}). Run npm ci without --omit=optional, or set DYNAMODB_ENDPOINT to another DynamoDB.`,
  );
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string')
    throw new Error('No port is free on the loopback interface');
  return address.port;
}

const defaultAttempts = 250;
const pauseMilliseconds = 20;
const requestTimeoutMilliseconds = 1000;

export const isReachable = async (endpoint: string): Promise<boolean> =>
  fetch(endpoint, { signal: AbortSignal.timeout(requestTimeoutMilliseconds) }).then(
    () => true,
    () => false,
  );

export async function waitUntilReachable(engine: Engine, maxAttempts = defaultAttempts): Promise<Engine> {
  let failure: Error | undefined;
  engine.process.once('error', (error) => {
    failure = error;
  });
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (await isReachable(engine.endpoint)) return engine;
    const { exitCode, signalCode } = engine.process;
    const end = failure?.message ?? signalCode ?? exitCode;
    if (end !== null) throw new StageFailure(`The database engine exited while starting (${end})`);
    await setTimeout(pauseMilliseconds);
  }
  engine.process.kill();
  throw new StageFailure(`The database engine did not respond at ${engine.endpoint} in time`);
}

interface LaunchOptions {
  readonly port: number;
  readonly file: string;
  /** Runs the engine outside the terminal's process group. Otherwise Ctrl-C would end it before requests in progress finish. */
  readonly detached?: boolean;
}

export function launchEngine({ port, file, detached = false }: LaunchOptions): Engine {
  const options = ['--host', '127.0.0.1', '--port', String(port), '--db-path', file];
  const child = spawn(engineProgram(), options, { stdio: 'ignore', detached, windowsHide: true });
  return { endpoint: `http://127.0.0.1:${port}`, process: child };
}

const stopTimeoutSeconds = 5;

export async function stopEngine({ process: child }: Engine): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timeout = setTimeout(stopTimeoutSeconds * 1000, 'timeout', { ref: false });
  if ((await Promise.race([exited, timeout])) === 'timeout') child.kill('SIGKILL');
  await exited;
}
