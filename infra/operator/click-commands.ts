import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';
import { command, option } from './command.ts';
import { facts } from './text.ts';

async function* linesOf(file: string): AsyncGenerator<string> {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  try {
    yield* createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new OperatorError('invalid', `--file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const replay = command({
  name: 'clicks replay',
  summary: 'Store the clicks that the log reports as not stored; safe to repeat',
  options: {
    file: option(
      z.string().min(1),
      'file',
      'File with log lines of the functions, as exported from CloudWatch; - reads stdin',
    ),
  },
  positional: ['file'],
  examples: ['--file lines.jsonl'],
  action: async ({ file }, { clicks }) => {
    const { stored, expired, unreadable, others } = await clicks.replay(linesOf(file));
    if (unreadable.length > 0) {
      const lines = unreadable.slice(0, 10).join(', ');
      throw new OperatorError(
        'invalid',
        `${unreadable.length} clicks in ${file} are unreadable, on lines ${lines}; the other clicks (${stored}) are stored`,
      );
    }
    return {
      data: { stored, expired, others },
      text: facts(`Stored ${stored} clicks`, [
        ['expired, not stored', String(expired)],
        ['other lines', String(others)],
      ]),
    };
  },
});

export const clickCommands = [replay] as const;
