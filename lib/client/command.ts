// The program `creator-affiliate-service` of the package. docs/decisions/0162-typescript-client.md
import { readFileSync } from 'node:fs';
import { runCommand } from './command-run.ts';

// A reader such as `head` may stop before the end of a list.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  read: (path) => readFileSync(path === '-' ? 0 : path, 'utf8'),
  print: (text) => process.stdout.write(`${text}\n`),
  warn: (text) => process.stderr.write(`${text}\n`),
});
