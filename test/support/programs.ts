// Runs programs of this project in separate processes.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Json } from '#test/support/json.ts';

export interface Said {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const cwd = join(import.meta.dirname, '../..');

/** Runs a file of this project with exactly this environment and the PATH. */
export const runProgram = (args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Said> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, ...environment };
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
