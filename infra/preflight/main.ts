// `npm run preflight -- -c stage=prod` checks, before the first deployment of a stage, everything that would otherwise stop it.
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { parseStage, requireAccount, StageError } from '#infra/stage.ts';
import { type Aws, checksOf, findingsOf, linesOf, toolCheck, toolNames } from './checks.ts';

const run = promisify(execFile);

/** The first line of the error of the CLI. */
function reasonOf(program: string, error: unknown): string {
  const { code, stderr = '' } = Object(error);
  if (code === 'ENOENT') return `the program \`${program}\` is missing: install it`;
  return String(stderr).trim().split('\n')[0] || (error instanceof Error ? error.message : String(error));
}

async function call(program: string, args: readonly string[]): Promise<string> {
  try {
    // An option against the pager would hide every other problem of AWS CLI 1, which does not know it.
    return (await run(program, [...args], { env: { ...process.env, AWS_PAGER: '' } })).stdout;
  } catch (error) {
    throw new Error(reasonOf(program, error));
  }
}

const aws: Aws = async (args, region) => {
  const place = region === undefined ? [] : ['--region', region];
  return JSON.parse(await call('aws', [...args, ...place, '--output', 'json']));
};

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { context: { type: 'string', short: 'c', multiple: true } } });
  const context = Object.fromEntries((values.context ?? []).map((pair) => pair.split('=')));
  const stage = parseStage(context.stage);
  requireAccount(stage);
  const toolChecks = toolNames.map((name) => toolCheck(name, (program) => call(program, ['--version'])));
  const lines = linesOf(await findingsOf([...toolChecks, ...checksOf(stage, aws)]));
  process.stdout.write(`${lines.join('\n')}\n`);
  if (lines.some((line) => line.startsWith('✗'))) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  if (!(error instanceof StageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
