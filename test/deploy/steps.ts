// The proof as it is read on a terminal: one line a step, with how long it took and what it showed.
import { EmulatorFailure } from '#test/deploy/emulator/install.ts';

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Does a step, and says it. What the step answers as `shown` stands beside it. A step that throws ends the proof. */
export async function step<Result>(
  sentence: string,
  work: () => Promise<Result>,
  shown: (result: Result) => string = () => '',
): Promise<Result> {
  const start = performance.now();
  try {
    const result = await work();
    const detail = shown(result);
    say(`  ✓ ${sentence} (${seconds(start)})${detail === '' ? '' : `\n      ${detail}`}`);
    return result;
  } catch (error) {
    say(`  ✗ ${sentence} (${seconds(start)})`);
    throw error;
  }
}

/** A part of the proof. */
export async function chapter<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  say(title);
  return work();
}

/** Runs the whole proof, and ends this process with what it came to. */
export async function prove(work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  try {
    await work();
    say(`Proven in ${seconds(start)}`);
  } catch (error) {
    const isPlain = error instanceof EmulatorFailure;
    process.stderr.write(`${isPlain ? error.message : error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  }
}
