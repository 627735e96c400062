// Keeps the messages of the local queues in files, so that a stage that starts again delivers them.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from './files.ts';

const storedMessage = z.object({
  queue: z.string(),
  body: z.string(),
  group: z.string().optional(),
  /** When the message is delivered first, in epoch milliseconds. */
  dueAt: z.number(),
});
export type StoredMessage = z.output<typeof storedMessage>;

export interface MessageFiles {
  /** Returns the name of the file. */
  save(message: StoredMessage): string;
  remove(name: string): void;
  /** Returns the messages of an earlier process, in the order of their times. */
  load(): readonly (readonly [name: string, message: StoredMessage])[];
}

export function openMessageFiles(directory: string): MessageFiles {
  mkdirSync(directory, { recursive: true });
  return {
    save: (message) => {
      const name = `${message.dueAt}-${randomUUID()}.json`;
      replaceFile(join(directory, name), JSON.stringify(message));
      return name;
    },
    remove: (name) => rmSync(join(directory, name), { force: true }),
    load: () =>
      readdirSync(directory)
        .filter((name) => name.endsWith('.json'))
        .toSorted()
        .map((name) => [name, storedMessage.parse(JSON.parse(readFileSync(join(directory, name), 'utf8')))]),
  };
}
