// The operator's command line: brands, plans, terms, users, signing keys, clicks and money of any stage. `npm run operator -- --help`
import { debuglog } from 'node:util';
import { understand, wantsJson } from '#infra/operator/arguments.ts';
import { commands } from '#infra/operator/commands.ts';
import { failureOf } from '#infra/operator/failure.ts';
import { connect } from '#infra/operator/stage.ts';

const debug = debuglog('operator');
const args = process.argv.slice(2);
const json = wantsJson(args);

async function answer(): Promise<string> {
  const intention = understand(args, commands);
  if (intention.kind === 'help') return intention.text;
  const { data, text, hasFailed } = await intention.work(await connect(intention.stage));
  if (hasFailed === true) process.exitCode = 1;
  return json ? JSON.stringify(data, null, 2) : text;
}

try {
  process.stdout.write(`${await answer()}\n`);
} catch (error) {
  debug('%o', error);
  const failure = failureOf(error);
  process.stderr.write(`${json ? JSON.stringify(failure) : failure.message}\n`);
  process.exitCode = 1;
}
