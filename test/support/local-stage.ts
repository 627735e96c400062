// Starts the local stage (`node infra/local/main.ts`) in a separate process.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { commonEnvironment } from './programs.ts';

export interface LocalStage {
  readonly process: ChildProcess;
  /** The output until startup, or the whole output if the stage has exited. */
  readonly output: string;
  readonly exitCode: Promise<number | null>;
}

export const newDataDirectory = (): string => mkdtempSync(join(tmpdir(), 'local-stage-'));

const lastLineOfBanner = 'authorization: Bearer $TOKEN"';

/** Starts a stage and waits until it is ready or has exited. */
export async function startLocalStage(settings: Record<string, string>): Promise<LocalStage> {
  const main = join(import.meta.dirname, '../../infra/local/main.ts');
  const child = spawn(process.execPath, [main], {
    // Suites and benchmarks send more requests than a plan allows, and do not wait for the large demo brand.
    env: { ...commonEnvironment(), REQUEST_LIMITS: 'off', DEMO_YEAR: 'false', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  let output = '';
  const isUp = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes(lastLineOfBanner)) resolve();
    });
  });
  const errors = text(child.stderr).then((all) => {
    output += all;
  });
  await Promise.race([isUp, exitCode.then(() => errors)]);
  return { process: child, output, exitCode };
}

/** Sends raw bytes and returns everything received until the connection closes. */
export function sendRaw(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(request);
  return text(socket);
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Polls until the result is as expected. Returns the last result after the timeout. */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
  milliseconds: number,
): Promise<Answer> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || performance.now() > end) return answer;
    await pause(50);
  }
}
