// Prints each step of the proof with its duration and result.
import { EmulatorFailure } from '#test/deploy/emulator/install.ts';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs and prints a step. `detailOf` returns the details to print. An error ends the proof. */
export async function step<Result>(
  sentence: string,
  work: () => Promise<Result>,
  detailOf: (result: Result) => string = () => '',
): Promise<Result> {
  const start = performance.now();
  try {
    const result = await work();
    const detail = detailOf(result);
    print(`  ✓ ${sentence} (${seconds(start)})${detail === '' ? '' : `\n      ${detail}`}`);
    return result;
  } catch (error) {
    print(`  ✗ ${sentence} (${seconds(start)})`);
    throw error;
  }
}

export async function chapter<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  print(title);
  return work();
}

export async function prove(work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  try {
    await work();
    print(`All steps succeeded in ${seconds(start)}`);
  } catch (error) {
    const isEnvironmentError = error instanceof EmulatorFailure;
    process.stderr.write(
      `${isEnvironmentError ? error.message : error instanceof Error ? error.stack : error}\n`,
    );
    process.exitCode = 1;
  }
}
