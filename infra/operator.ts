import { debuglog } from 'node:util';
import type { Action } from '#infra/operator/command.ts';
import { failureOf } from '#infra/operator/failure.ts';
import { runProgram } from '#infra/operator/program.ts';
import { connect } from '#infra/operator/stage.ts';

const debug = debuglog('operator');
const args = process.argv.slice(2);
const isJson = args.includes('--json');

/** A reader such as `head` closes the pipe when it has read enough. */
function endWithReader({ code }: NodeJS.ErrnoException): void {
  process.exit(code === 'EPIPE' ? 0 : 1);
}

if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', endWithReader);

const print = (text: string): void => {
  process.stdout.write(text);
};

async function execute(action: Action, stage: string | undefined): Promise<void> {
  const { data, text, hasFailed = false } = await action(await connect(stage));
  print(`${isJson ? JSON.stringify(data, null, 2) : text}\n`);
  if (hasFailed) process.exitCode = 1;
}

try {
  await runProgram(args, { execute, print });
} catch (error) {
  debug('%o', error);
  const failure = failureOf(error);
  process.stderr.write(`${isJson ? JSON.stringify(failure) : failure.message}\n`);
  process.exitCode = 1;
}
