// The operator's commands on clicks.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { DomainError } from '#lib/shared/errors.ts';
import { command, described } from './command.ts';
import { facts } from './text.ts';

/** The lines of a file, or of what is piped in where the file is `-`. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  try {
    yield* createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new DomainError('invalid', `--file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const replay = command({
  name: 'clicks replay',
  summary: 'Store the clicks that the log says could not be stored; done again, it changes nothing',
  options: {
    file: described(
      z.string().min(1),
      'FILE',
      'Lines of the functions’ log, as CloudWatch has or exports them; - reads what is piped in',
    ),
  },
  positional: ['file'],
  examples: ['--file lines.jsonl'],
  run: async ({ file }, { clicks }) => {
    const { stored, expired, unreadable, others } = await clicks.replay(linesOf(file));
    if (unreadable.length > 0) {
      const which = unreadable.slice(0, 10).join(', ');
      throw new DomainError(
        'invalid',
        `${unreadable.length} clicks in ${file} cannot be read, on lines ${which}; the others are stored (${stored})`,
      );
    }
    return {
      data: { stored, expired, others },
      text: facts(`Stored ${stored} clicks`, [
        ['too old to be stored', String(expired)],
        ['other lines', String(others)],
      ]),
    };
  },
});

export const clickCommands = [replay] as const;
