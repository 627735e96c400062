// Starts and stops MiniStack as a child process on loopback.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { EmulatorFailure, pythonProgram, toolFolder } from './install.ts';

export interface Emulator {
  readonly endpoint: string;
  /** Environment for AWS tools. AWS_PROFILE and similar variables must be unset. */
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** Stops the emulator and deletes everything except its log. */
  stop(): Promise<void>;
  readonly ended: Promise<void>;
}

const region = 'eu-central-1';
/** The emulator uses the access key as the account id. Calls with this key bypass IAM, but calls by the functions do not. */
const account = '000000000000';

const environmentOf = (endpoint: string) => ({
  AWS_ENDPOINT_URL: endpoint,
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: account,
  AWS_SECRET_ACCESS_KEY: 'test',
  // Prevents the use of a real account.
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
});

/** Returns a minimal environment, because the functions inherit it. */
const settings = (port: number, endpoint: string, folder: string): NodeJS.ProcessEnv => ({
  HOME: process.env.HOME,
  // Put this Node version first, so that the functions run on it.
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  TMPDIR: folder,
  PYTHONDONTWRITEBYTECODE: '1',
  BIND_HOST: '127.0.0.1',
  GATEWAY_PORT: String(port),
  MINISTACK_REGION: region,
  AWS_ENDPOINT_URL: endpoint,
  AUTH: 'true',
  LAMBDA_EXECUTOR: 'local',
  IOT_MTLS_ENABLED: '0',
  PERSIST_STATE: '0',
  S3_DATA_DIR: join(folder, 's3'),
});

const attempts = 300;
const pauseMilliseconds = 100;

const isReady = (endpoint: string): Promise<boolean> =>
  fetch(`${endpoint}/_ministack/health`, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function untilReady(child: ChildProcess, endpoint: string, logFile: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await isReady(endpoint)) return;
    if (child.exitCode !== null || child.signalCode !== null) {
      const lastLines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n');
      throw new EmulatorFailure(`MiniStack exited during startup:\n${lastLines}`);
    }
    await setTimeout(pauseMilliseconds);
  }
  throw new EmulatorFailure(`MiniStack does not respond at ${endpoint}; see its log ${logFile}`);
}

const secondsToEnd = 10;

async function endGroup(child: ChildProcess, ended: Promise<void>): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  child.kill('SIGTERM');
  const timeout = setTimeout(secondsToEnd * 1000, undefined, { ref: false });
  await Promise.race([ended, timeout]);
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Ignore the error: the process group has already ended.
  }
  await ended;
}

interface Start {
  readonly port: number;
  readonly logName: string;
}

/** Starts MiniStack, which must be installed, and waits until it is ready. MiniStack ends when this process ends. */
export async function startEmulator({ port, logName }: Start): Promise<Emulator> {
  const endpoint = `http://127.0.0.1:${port}`;
  const logFile = join(toolFolder, `${logName}.log`);
  // Put the folder outside the project, because the project's package.json would turn the unpacked functions into ES modules.
  const folder = mkdtempSync(join(tmpdir(), 'ministack-'));
  const log = openSync(logFile, 'w');
  const child = spawn(pythonProgram, [join(import.meta.dirname, 'launch.py')], {
    env: settings(port, endpoint, folder),
    // Connect standard input to a pipe, because launch.py exits when its standard input closes.
    stdio: ['pipe', log, log],
    detached: true,
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  );
  const stop = async (): Promise<void> => {
    await endGroup(child, ended);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(child, endpoint, logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, environment: environmentOf(endpoint), logFile, stop, ended };
}
