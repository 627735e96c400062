// A DynamoDB on this machine: dynoxide, a native engine on SQLite, as a child process.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

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
  throw new Error(
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

const attempts = 100;
const pauseMilliseconds = 20;

/** True when something at that endpoint speaks HTTP. */
export const answers = async (endpoint: string): Promise<boolean> =>
  fetch(endpoint, { signal: AbortSignal.timeout(1000) }).then(
    () => true,
    () => false,
  );

export async function untilItAnswers(engine: Engine): Promise<Engine> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await answers(engine.endpoint)) return engine;
    if (engine.process.exitCode !== null) {
      throw new Error(`The database engine ended at once (exit code ${engine.process.exitCode})`);
    }
    await setTimeout(pauseMilliseconds);
  }
  engine.process.kill();
  throw new Error(`The database engine does not answer at ${engine.endpoint}`);
}

/** Starts the engine, with its data in a file, or in memory without one. It ends when its process is killed. */
export async function startEngine(file?: string): Promise<Engine> {
  const port = await freePort();
  const options = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    ...(file === undefined ? [] : ['--db-path', file]),
  ];
  const child = spawn(engineProgram(), options, { stdio: 'ignore' });
  return untilItAnswers({ endpoint: `http://127.0.0.1:${port}`, process: child });
}
