// Runs a program of this project in the process of the test, one run at a time.
import { pathToFileURL } from 'node:url';
import type { ProgramResult } from './programs.ts';

let runs = 0;
let last: Promise<unknown> = Promise.resolve();

type Stream = 'stdout' | 'stderr';

/** Collects the output to a stream of this process until `release` is called. */
function capture(name: Stream) {
  const stream = process[name];
  const { write } = stream;
  let text = '';
  stream.write = (chunk: string | Uint8Array): boolean => {
    text += String(chunk);
    return true;
  };
  return {
    release: (): string => {
      stream.write = write;
      return text;
    },
  };
}

function setEnvironment(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
}

async function run(
  file: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<ProgramResult> {
  const { argv, exitCode, env } = process;
  const before = { ...env };
  const streams = { stdout: capture('stdout'), stderr: capture('stderr') };
  runs += 1;
  // Add a query, because Node runs a module once for each URL. The imports of the module are still loaded only once.
  const url = `${pathToFileURL(file).href}?run=${runs}`;
  try {
    Object.assign(process.env, environment);
    process.argv = [process.execPath, file, ...args];
    process.exitCode = 0;
    await import(/* @vite-ignore */ url);
  } finally {
    process.argv = argv;
    setEnvironment(before);
  }
  const said = {
    exitCode: Number(process.exitCode),
    stdout: streams.stdout.release(),
    stderr: streams.stderr.release(),
  };
  process.exitCode = exitCode;
  return said;
}

/** Runs a file that has finished its work when its import resolves, and returns its output. */
export function runHere(
  file: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<ProgramResult> {
  const result = last.then(() => run(file, args, environment));
  last = result.catch(() => {});
  return result;
}
