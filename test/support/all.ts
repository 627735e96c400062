// `npm run test:all`: runs every test at the size of CI, the checks of the OpenAPI document by other tools, the proof of the
// deployment, and the suite on DynamoDB Local.
import { spawnSync } from 'node:child_process';
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

const steps: readonly Step[] = [
  {
    name: 'every test, at the size of CI',
    command: ['vitest', 'run', '--config', 'test/support/ci.vitest.config.ts'],
  },
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
  {
    name: 'the suite on DynamoDB Local',
    command: ['node', 'test/support/on-dynamodb-local.ts'],
    missing: () => (succeeds('java', ['-version']) ? undefined : 'Java 17'),
  },
];

for (const { name, command, missing } of steps) {
  const lacking = missing?.();
  if (lacking !== undefined) {
    process.stdout.write(`Skipped: ${name}. This machine has no ${lacking}.\n`);
    continue;
  }
  process.stdout.write(`\n${name}\n`);
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, { stdio: 'inherit', shell: onWindows });
  if (status !== 0) {
    process.stderr.write(`Failed: ${name}\n`);
    process.exit(status ?? 1);
  }
}
