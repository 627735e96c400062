// Runs programs of this project in separate processes.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Json } from '#test/support/json.ts';

export interface ProgramResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The variables that every program gets: the PATH and Node's compile cache. */
export function commonEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };
}

const cwd = join(import.meta.dirname, '../..');

/** Runs a file of this project. The process gets only `environment` and the common variables. */
export const runProgram = (args: readonly string[], environment: NodeJS.ProcessEnv): Promise<ProgramResult> =>
  new Promise((resolve) => {
    const env = { ...commonEnvironment(), ...environment };
    execFile(process.execPath, [...args], { cwd, env }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });

/** Runs a program that must succeed and returns its JSON output. */
export async function jsonOf(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Json> {
  const { exitCode, stdout, stderr } = await runProgram(args, environment);
  if (exitCode !== 0 || stderr !== '') throw new Error(`${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}
