// The tools that a person would use on a stage, as processes of their own: cdk, npm scripts, AWS's own interface.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Emulator } from '#test/deploy/emulator/emulator.ts';
import { pythonProgram, repository } from '#test/deploy/emulator/install.ts';
import type { Json } from '#test/support/json.ts';

export interface Ran {
  readonly exitCode: number;
  /** Both its outputs. */
  readonly output: string;
  readonly stdout: string;
}

export interface Tools {
  /** `npx cdk …` */
  cdk(args: readonly string[]): Promise<Ran>;
  npm(args: readonly string[], more?: NodeJS.ProcessEnv): Promise<Ran>;
  /** Asks AWS one thing, as `aws <service> <operation>` would, and answers what it says. */
  aws(service: string, operation: string, parameters?: object): Promise<Json>;
  /** The same for what must be refused: answers the refusal. */
  refusedByAws(service: string, operation: string, parameters: object): Promise<string>;
}

const maxBuffer = 64 * 1024 * 1024;

const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(program, [...args], { cwd: repository, env, maxBuffer }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : Number(error.code ?? 1);
      resolve({ exitCode, stdout, output: `${stdout}${stderr}` });
    });
  });

const lastLinesOf = ({ output }: Ran): string => output.trimEnd().split('\n').slice(-120).join('\n');

/** Lets pass what ended well; otherwise shows the end of what it said. */
export function demandSuccess(ran: Ran, what: string): Ran {
  assert.equal(ran.exitCode, 0, `${what} failed:\n${lastLinesOf(ran)}`);
  return ran;
}

/** Holds that something was refused for a reason, and answers the line that says it. */
export function demandRefusal(ran: Ran, reason: RegExp): string {
  assert.notEqual(ran.exitCode, 0, `It was not refused:\n${lastLinesOf(ran)}`);
  const line = ran.output.split('\n').find((candidate) => reason.test(candidate));
  assert.ok(line, `It was refused for another reason:\n${lastLinesOf(ran)}`);
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
  const ask = (service: string, operation: string, parameters: object): Promise<Ran> => {
    const script = join(import.meta.dirname, 'emulator/aws.py');
    return run(pythonProgram, [script, service, operation, JSON.stringify(parameters)], env);
  };
  return {
    cdk: (args) => run('npx', ['cdk', ...args], env),
    npm: (args, more = {}) => run('npm', ['run', '--silent', ...args], { ...env, ...more }),
    aws: async (service, operation, parameters = {}) => {
      const { stdout } = demandSuccess(await ask(service, operation, parameters), `${service} ${operation}`);
      return JSON.parse(stdout);
    },
    refusedByAws: async (service, operation, parameters) => {
      const { exitCode, output } = await ask(service, operation, parameters);
      assert.equal(exitCode, 1, `${service} ${operation} was not refused`);
      return output.trim();
    },
  };
}
