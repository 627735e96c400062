// A Bash process that keeps variables and functions between blocks of commands, like the terminal of a reader.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BlockResult {
  readonly output: string;
  /** The commands that failed, also inside of functions and command substitutions. */
  readonly failures: readonly string[];
}

interface ShellInput {
  readonly workingFolder: string;
  /** The shell creates its files below this folder. */
  readonly temporaryFolder: string;
  readonly environment: NodeJS.ProcessEnv;
}

const minutesPerBlock = 10;

export class Shell {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #folder: string;
  readonly #failures: string;
  #output = '';
  #whenChanged: () => void = () => {};
  #hasEnded = false;
  #blocks = 0;

  constructor({ workingFolder, temporaryFolder, environment }: ShellInput) {
    this.#folder = mkdtempSync(join(temporaryFolder, 'shell-'));
    this.#failures = join(this.#folder, 'failures');
    const child = spawn('bash', ['--noprofile', '--norc'], {
      cwd: workingFolder,
      env: environment,
      detached: true,
    });
    // A character can be in two chunks.
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => this.#changed(chunk));
    this.#ended = new Promise((resolve) => {
      child.once('close', () => {
        this.#hasEnded = true;
        this.#changed('');
        resolve();
      });
    });
    this.#child = child;
    this.#send(
      `exec 2>&1; set -o pipefail -o errtrace; trap 'printf "%s\\0" "$BASH_COMMAND" >> ${this.#failures}' ERR`,
    );
  }

  #changed(more: string): void {
    this.#output += more;
    this.#whenChanged();
  }

  #send(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Runs commands without a terminal and without input. */
  async run(commands: string): Promise<BlockResult> {
    this.#blocks += 1;
    const file = join(this.#folder, `block-${this.#blocks}`);
    const marker = `end of ${file}`;
    writeFileSync(file, `${commands}\n`);
    writeFileSync(this.#failures, '');
    this.#output = '';
    this.#send(`. ${file} < /dev/null; printf '\\n${marker} %s\\n' "$?"`);
    const status = await this.#statusAfter(marker);
    const [output = ''] = this.#output.split(`\n${marker}`);
    const failures = readFileSync(this.#failures, 'utf8')
      .split('\0')
      .filter((command) => command !== '' && !command.startsWith(`. ${file}`));
    // After a syntax error, Bash runs no command that could fail.
    const isUnexplained = status !== '0' && failures.length === 0;
    return { output, failures: isUnexplained ? [`the block, with status ${status}`] : failures };
  }

  /** Waits for the marker, which is followed by the exit code of the block. */
  #statusAfter(marker: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`${reason}:\n${this.#output}`));
      const timer = setTimeout(
        () => fail(`The block still runs after ${minutesPerBlock} minutes`),
        minutesPerBlock * 60_000,
      );
      this.#whenChanged = () => {
        const [, status] = new RegExp(`${marker} (\\d+)\\n`).exec(this.#output) ?? [];
        if (status === undefined && !this.#hasEnded) return;
        clearTimeout(timer);
        if (status === undefined) fail('The shell has ended');
        else resolve(status);
      };
      this.#whenChanged();
    });
  }

  /** Ends the shell, and the command that it runs. */
  async close(): Promise<void> {
    if (!this.#hasEnded && this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    await this.#ended;
  }
}
