// What stream functions have set aside in this test file.
import { existsSync, readFileSync } from 'node:fs';
import { environment } from '#lib/shared/environment.ts';
import type { DeadLetter } from '#lib/streams/dead-letters.ts';

/** All of them, the oldest first. */
export function deadLetters(): readonly DeadLetter[] {
  const file = environment.DEAD_LETTERS_FILE ?? '';
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
