import { debuglog } from 'node:util';
import type { Action } from '#infra/operator/command.ts';
import { type Failure, failureOf } from '#infra/operator/failure.ts';
import { type Execution, runProgram } from '#infra/operator/program.ts';
import { retryWhileUnavailable } from '#infra/operator/retry.ts';
import { connect, requireReachable } from '#infra/operator/stage.ts';

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

/** Errors and notices are lines on stderr, because stdout has the result. */
const report = (failure: Failure): void => {
  process.stderr.write(`${isJson ? JSON.stringify(failure) : failure.message}\n`);
};

async function execute(action: Action, { stage, isRepeatable }: Execution): Promise<void> {
  const run = async () => action(await connect(stage));
  const runOnReachableStage = async () => {
    await requireReachable(stage);
    return run();
  };
  const {
    data,
    text,
    hasFailed = false,
  } = isRepeatable ? await retryWhileUnavailable(runOnReachableStage, { report }) : await run();
  print(`${isJson ? JSON.stringify(data, null, 2) : text}\n`);
  if (hasFailed) process.exitCode = 1;
}

try {
  await runProgram(args, { execute, print });
} catch (error) {
  debug('%o', error);
  report(failureOf(error));
  process.exitCode = 1;
}
