// Reads the shell commands of the runbook.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The documents of the runbook. No two sections have the same heading. */
export const runbookFiles = ['docs/incidents.md', 'docs/administration.md', 'docs/deploy.md'] as const;

export const readRunbook = (repository: string): string =>
  runbookFiles.map((file) => readFileSync(join(repository, file), 'utf8')).join('\n');

export interface Block {
  /** `Key rotation, step 2`, and for the second block of a step `Key rotation, step 2, block 2`. */
  readonly name: string;
  readonly commands: string;
}

const heading = /^##+ (.+)$/;
const numberedStep = /^(\d+)\. /;
const begin = /^ *```sh$/;
const end = /^ *```$/;

/** Returns all blocks of shell commands, in the sequence of the documents. */
export function blocksOf(runbook: string): readonly Block[] {
  const blocks: Block[] = [];
  let entry = '';
  let step = '';
  let commands: string[] | undefined;
  for (const line of runbook.split('\n')) {
    if (commands === undefined) {
      const [, title] = heading.exec(line) ?? [];
      const [, number] = numberedStep.exec(line) ?? [];
      if (title !== undefined) entry = step = title;
      if (number !== undefined) step = `${entry}, step ${number}`;
      if (begin.test(line)) commands = [];
    } else if (end.test(line)) {
      const nth = blocks.filter(({ name }) => name === step || name.startsWith(`${step}, block `)).length + 1;
      blocks.push({ name: nth === 1 ? step : `${step}, block ${nth}`, commands: commands.join('\n') });
      commands = undefined;
    } else commands.push(line);
  }
  return blocks;
}
