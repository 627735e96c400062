// Reads the dead letters that this test file has produced.
import { existsSync, readFileSync } from 'node:fs';
import { environment } from '#lib/foundation/shared/environment.ts';
import type { DeadLetter } from '#lib/foundation/streams/dead-letters.ts';

export function deadLetters(): readonly DeadLetter[] {
  const file = environment.DEAD_LETTERS_FILE ?? '';
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
