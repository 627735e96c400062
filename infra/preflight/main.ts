// `npm run preflight -- -c stage=prod` checks, before the first deployment of a stage, everything that would otherwise stop it.
import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { parseStage, requireAccount, StageError } from '#infra/stage.ts';
import { type Aws, checksOf, cliCheck, type Finding, findingsOf } from './checks.ts';

const run = promisify(execFile);

/** The first line of the error of the CLI. */
function reasonOf(error: unknown): string {
  const { code, stderr = '' } = Object(error);
  if (code === 'ENOENT') return 'the program `aws` is missing: install the AWS CLI';
  return String(stderr).trim().split('\n')[0] || (error instanceof Error ? error.message : String(error));
}

async function callCli(args: readonly string[]): Promise<string> {
  try {
    return (await run('aws', [...args])).stdout;
  } catch (error) {
    throw new Error(reasonOf(error));
  }
}

const aws: Aws = async (args, region) => {
  const place = region === undefined ? [] : ['--region', region];
  return JSON.parse(await callCli([...args, ...place, '--output', 'json', '--no-cli-pager']));
};

const lineOf = ({ name, problem }: Finding): string =>
  problem === undefined ? `✓ ${name}` : `✗ ${name}: ${problem}`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { context: { type: 'string', short: 'c', multiple: true } } });
  const context = Object.fromEntries((values.context ?? []).map((pair) => pair.split('=')));
  const stage = parseStage(context.stage);
  requireAccount(stage);
  const findings = await findingsOf([cliCheck(() => callCli(['--version'])), ...checksOf(stage, aws)]);
  process.stdout.write(`${findings.map(lineOf).join('\n')}\n`);
  if (findings.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  if (!(error instanceof StageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
