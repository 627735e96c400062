// `npm run test:all`: runs every test at the size of CI. Then runs the checks by other tools and the proof of the deployment, and at the
// same time the suite on DynamoDB Local.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chromiumProgram } from './chromium.ts';

const onWindows = process.platform === 'win32';

/** Returns true if a program is installed on this machine and succeeds. */
const succeeds = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

const python = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';
const missingPython = () => (succeeds('python3', ['-c', python]) ? undefined : 'Python 3.10 with venv');

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** Returns what this machine lacks for the step. Undefined for a step that always runs. */
  readonly missing?: () => string | undefined;
}

const everyTest: Step = {
  name: 'every test, at the size of CI',
  command: ['vitest', 'run', '--config', 'test/support/ci.vitest.config.ts'],
};

const byOtherTools: readonly Step[] = [
  {
    name: 'pages and e-mails in Chromium',
    command: ['vitest', 'run', '--config', 'test/browser/vitest.config.ts'],
    missing: () => (chromiumProgram === undefined ? 'Chromium' : undefined),
  },
  {
    name: 'the OpenAPI document in Redocly and openapi-typescript',
    command: ['node', 'test/openapi/tools.ts'],
  },
  {
    name: 'the service under Schemathesis',
    command: ['node', 'test/openapi/schemathesis.ts'],
    missing: missingPython,
  },
  {
    name: 'the proof of the deployment',
    command: ['node', 'test/deploy/main.ts'],
    missing: missingPython,
  },
];

const onDynamoDbLocal: Step = {
  name: 'the suite on DynamoDB Local',
  command: ['node', 'test/support/on-dynamodb-local.ts'],
  missing: () => (succeeds('java', ['-version']) ? undefined : 'Java 17'),
};

/** Returns false if the step fails. Prints its output when it ends, unless no other step runs at the same time. */
async function runStep({ name, command, missing }: Step, isAlone = false): Promise<boolean> {
  const lacking = missing?.();
  if (lacking !== undefined) {
    process.stdout.write(`Skipped: ${name}. This machine has no ${lacking}.\n`);
    return true;
  }
  process.stdout.write(`\nBegins: ${name}\n`);
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: isAlone ? 'inherit' : 'pipe', shell: onWindows });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const [status] = await once(child, 'close');
  if (!isAlone) process.stdout.write(`\nOutput of: ${name}\n${Buffer.concat(output)}`);
  if (status !== 0) process.stderr.write(`Failed: ${name}\n`);
  return status === 0;
}

/** Ends with the first step that fails. */
async function runInTurn(steps: readonly Step[]): Promise<boolean> {
  for (const step of steps) if (!(await runStep(step))) return false;
  return true;
}

if (!(await runStep(everyTest, true))) process.exit(1);
// Schemathesis sends one request after the other, so it would leave a core unused.
const results = await Promise.all([runInTurn(byOtherTools), runStep(onDynamoDbLocal)]);
if (results.includes(false)) process.exitCode = 1;
