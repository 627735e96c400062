// `npm run test:all`: runs every test with a share of its positions, the proof of the deployment, the suite on DynamoDB Local, and the
// checks by other tools, two at a time. `npm run test:all -- browser openapi` runs only these steps.
// `npm run test:nightly` runs every position. A step whose program is missing is skipped on the machine of a developer, and fails in CI.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { chromiumProgram } from './chromium.ts';
import { turn } from './turn.ts';

const onWindows = process.platform === 'win32';

/** Returns true if a program is installed on this machine and succeeds. */
const succeeds = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

const python = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';
const missingPython = () => (succeeds('python3', ['-c', python]) ? undefined : 'Python 3.10 with venv');

interface Step {
  readonly name: string;
  readonly proves: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The functions of a deployment have the time limits of production, so the other steps have a lower priority. */
  readonly hasTimeLimits?: true;
  /** Returns what this machine lacks for the step. Undefined for a step that always runs. */
  readonly missing?: () => string | undefined;
}

const names = process.argv.slice(2);
const isNightly = names.includes('--nightly');
const size = isNightly ? 'full' : 'ci';

/** The steps that take longest begin first. */
const steps: readonly Step[] = [
  {
    name: 'deployment',
    proves: 'the proof of the deployment',
    command: ['node', 'test/deploy/main.ts'],
    env: { TEST_SIZE: size },
    hasTimeLimits: true,
    missing: missingPython,
  },
  {
    name: 'tests',
    proves: isNightly ? 'every test, with every position' : 'every test, with a share of the positions',
    command: ['vitest', 'run', '--config', `test/support/${isNightly ? 'nightly' : 'ci'}.vitest.config.ts`],
  },
  {
    name: 'schemathesis',
    proves: isNightly ? 'the service under Schemathesis' : 'a fifth of the operations under Schemathesis',
    command: ['node', 'test/openapi/schemathesis.ts'],
    env: { TEST_SIZE: size },
    missing: missingPython,
  },
  {
    name: 'dynamodb-local',
    proves: isNightly ? 'the suite on DynamoDB Local' : 'a third of the engine tests on DynamoDB Local',
    command: [
      'node',
      'test/support/on-dynamodb-local.ts',
      ...(isNightly ? ['test/functional', 'test/faults'] : ['--third']),
    ],
    missing: () => (succeeds('java', ['-version']) ? undefined : 'Java 17'),
  },
  {
    name: 'browser',
    proves: 'pages and e-mails in Chromium',
    command: ['vitest', 'run', '--config', 'test/browser/vitest.config.ts'],
    env: { TEST_SIZE: size },
    missing: () => (chromiumProgram === undefined ? 'Chromium' : undefined),
  },
  {
    name: 'clients',
    proves: 'clients of six generators',
    command: ['node', 'test/openapi/clients.ts'],
    missing: missingPython,
  },
  {
    name: 'openapi',
    proves: 'the OpenAPI document in Redocly, Spectral and openapi-typescript',
    command: ['node', 'test/openapi/tools.ts'],
  },
  {
    name: 'client',
    proves: 'the TypeScript client in Node, Deno and Bun',
    command: ['node', 'test/client/runtimes.ts'],
  },
];

/** Returns false if the step fails. Prints its output when it ends, unless no other step runs at the same time. */
async function runStep(
  { name, proves, command, env, hasTimeLimits, missing }: Step,
  isAlone: boolean,
): Promise<boolean> {
  const lacking = missing?.();
  if (lacking !== undefined) {
    process.stdout.write(`Skipped: ${proves}. This machine has no ${lacking}.\n`);
    // CI must not pass without one of its steps.
    return process.env.CI === undefined;
  }
  process.stdout.write(`\nBegins: ${proves} (${name})\n`);
  const begin = performance.now();
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    stdio: isAlone ? 'inherit' : 'pipe',
    shell: onWindows,
    env: { ...process.env, ...env },
  });
  if (child.pid !== undefined && hasTimeLimits === undefined)
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const [status] = await once(child, 'close');
  if (!isAlone) process.stdout.write(`\nOutput of: ${proves}\n${Buffer.concat(output)}`);
  const seconds = Math.round((performance.now() - begin) / 1000);
  process.stdout.write(`${status === 0 ? 'Passed' : 'Failed'}: ${proves} (${name}), ${seconds} s\n`);
  return status === 0;
}

/** Runs two steps at a time, because each step waits part of its time. Begins no further step after a failure. */
async function runInPairs(chosen: readonly Step[]): Promise<boolean> {
  const waiting = [...chosen];
  let hasFailed = false;
  const runNext = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined && !hasFailed; step = waiting.shift()) {
      if (!(await runStep(step, chosen.length === 1))) hasFailed = true;
    }
  };
  await Promise.all([runNext(), runNext()]);
  return !hasFailed;
}

const chosen = names.filter((name) => name !== '--nightly');
const unknown = chosen.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  const known = steps.map(({ name }) => name).join(', ');
  process.stderr.write(`There is no step ${unknown.join(', ')}. The steps are ${known}.\n`);
  process.exit(1);
}
if (!isNightly) process.stdout.write(`The positions of TEST_TURN=${turn}\n`);
const isChosen = ({ name }: Step): boolean => chosen.length === 0 || chosen.includes(name);
if (!(await runInPairs(steps.filter(isChosen)))) process.exit(1);
