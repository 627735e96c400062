// Runs cdk, npm scripts and AWS calls as child processes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Emulator } from '#test/deploy/emulator/emulator.ts';
import { pythonProgram, repository } from '#test/deploy/emulator/install.ts';
import type { Json } from '#test/support/json.ts';

export interface ProcessResult {
  readonly exitCode: number;
  readonly output: string;
  readonly stdout: string;
}

export interface Tools {
  /** `npx cdk …` */
  cdk(args: readonly string[], more?: NodeJS.ProcessEnv): Promise<ProcessResult>;
  npm(args: readonly string[], more?: NodeJS.ProcessEnv): Promise<ProcessResult>;
  node(args: readonly string[]): Promise<ProcessResult>;
  aws(service: string, operation: string, parameters?: object): Promise<Json>;
  /** Calls an AWS operation that must fail, and returns the error. */
  awsError(service: string, operation: string, parameters: object): Promise<string>;
}

const maxBuffer = 64 * 1024 * 1024;

const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<ProcessResult> =>
  new Promise((resolve) => {
    execFile(program, [...args], { cwd: repository, env, maxBuffer }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : Number(error.code ?? 1);
      resolve({ exitCode, stdout, output: `${stdout}${stderr}` });
    });
  });

const lastLinesOf = ({ output }: ProcessResult): string =>
  output.trimEnd().split('\n').slice(-120).join('\n');

/** Throws with the last lines of output unless the exit code is 0. */
export function expectSuccess(result: ProcessResult, what: string): ProcessResult {
  assert.equal(result.exitCode, 0, `${what} failed:\n${lastLinesOf(result)}`);
  return result;
}

/** Returns the output line that matches `reason`. Throws if the process succeeded or no line matches. */
export function expectFailure(result: ProcessResult, reason: RegExp): string {
  assert.notEqual(
    result.exitCode,
    0,
    `The command succeeded but should have failed:\n${lastLinesOf(result)}`,
  );
  const line = result.output.split('\n').find((candidate) => reason.test(candidate));
  assert.ok(line, `The command failed for another reason:\n${lastLinesOf(result)}`);
  return line.trim();
}

export function toolsOn({ environment }: Emulator): Tools {
  const env: NodeJS.ProcessEnv = {
    HOME: process.env.HOME,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    CI: 'true',
    NO_COLOR: '1',
    ...environment,
  };
  const callAws = (service: string, operation: string, parameters: object): Promise<ProcessResult> => {
    const script = join(import.meta.dirname, 'emulator/aws.py');
    return run(pythonProgram, [script, service, operation, JSON.stringify(parameters)], env);
  };
  return {
    cdk: (args, more = {}) => run('npx', ['cdk', ...args], { ...env, ...more }),
    npm: (args, more = {}) => run('npm', ['run', '--silent', ...args], { ...env, ...more }),
    node: (args) => run('node', args, env),
    aws: async (service, operation, parameters = {}) => {
      const { stdout } = expectSuccess(
        await callAws(service, operation, parameters),
        `${service} ${operation}`,
      );
      return JSON.parse(stdout);
    },
    awsError: async (service, operation, parameters) => {
      const { exitCode, output } = await callAws(service, operation, parameters);
      assert.equal(exitCode, 1, `${service} ${operation} did not fail`);
      return output.trim();
    },
  };
}
