// A DynamoDB on this machine: dynoxide, a native engine on SQLite, as a child process.
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

/** The engine's program for this machine. It comes with `npm ci`, as an optional dependency of the platform. */
export function engineProgram(platform = process.platform, arch = process.arch): string {
  const name = `@dynoxide/${platform}-${arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    const program = join(folder, platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    if (existsSync(program)) return program;
  } catch {
    // Said below, in words that help.
  }
  throw new StageFailure(
    `The database engine is missing (${name}). Run npm ci without --omit=optional, or name another DynamoDB by DYNAMODB_ENDPOINT.`,
  );
}

/** A port of loopback that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port on loopback');
  return address.port;
}

const defaultAttempts = 250;
const pauseMilliseconds = 20;
const requestTimeoutMilliseconds = 1000;

/** True when something at that endpoint speaks HTTP. */
export const isReachable = async (endpoint: string): Promise<boolean> =>
  fetch(endpoint, { signal: AbortSignal.timeout(requestTimeoutMilliseconds) }).then(
    () => true,
    () => false,
  );

/** `maxAttempts`: about 50 of them a second. */
export async function waitUntilReachable(engine: Engine, maxAttempts = defaultAttempts): Promise<Engine> {
  let failure: Error | undefined;
  engine.process.once('error', (error) => {
    failure = error;
  });
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (await isReachable(engine.endpoint)) return engine;
    const { exitCode, signalCode } = engine.process;
    const end = failure?.message ?? signalCode ?? exitCode;
    if (end !== null) throw new StageFailure(`The database engine exited at once (${end})`);
    await setTimeout(pauseMilliseconds);
  }
  engine.process.kill();
  throw new StageFailure(`The database engine does not answer at ${engine.endpoint}`);
}

interface LaunchOptions {
  readonly port: number;
  /** Where its data are. */
  readonly file: string;
  /** Out of reach of the terminal's Ctrl-C, so that requests under way can still be answered. */
  readonly detached?: boolean;
}

/** Starts the engine's process; `waitUntilReachable` waits until it is of use. It ends when its process is killed. */
export function launchEngine({ port, file, detached = false }: LaunchOptions): Engine {
  const options = ['--host', '127.0.0.1', '--port', String(port), '--db-path', file];
  const child = spawn(engineProgram(), options, { stdio: 'ignore', detached, windowsHide: true });
  return { endpoint: `http://127.0.0.1:${port}`, process: child };
}

const stopTimeoutSeconds = 5;

/** Ends the engine, and waits until it has exited. */
export async function stopEngine({ process: child }: Engine): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timeout = setTimeout(stopTimeoutSeconds * 1000, 'timeout', { ref: false });
  if ((await Promise.race([exited, timeout])) === 'timeout') child.kill('SIGKILL');
  await exited;
}
