// A Bash process that keeps variables and functions between blocks of commands, like the terminal of a reader.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Ran {
  readonly output: string;
  /** The commands that failed, also inside of functions and command substitutions. */
  readonly failures: readonly string[];
}

export class Shell {
  readonly #child: ChildProcess;
  readonly #folder = mkdtempSync(join(tmpdir(), 'shell-'));
  readonly #failures = join(this.#folder, 'failures');
  #output = '';
  #whenChanged: () => void = () => {};
  #hasEnded = false;
  #blocks = 0;

  constructor(workingFolder: string, environment: NodeJS.ProcessEnv) {
    this.#child = spawn('bash', ['--noprofile', '--norc'], { cwd: workingFolder, env: environment });
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#changed(String(chunk)));
    this.#child.once('close', () => {
      this.#hasEnded = true;
      this.#changed('');
    });
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
  async run(commands: string): Promise<Ran> {
    this.#blocks += 1;
    const file = join(this.#folder, `block-${this.#blocks}`);
    const marker = `end of block ${this.#blocks} of ${this.#folder}`;
    writeFileSync(file, `${commands}\n`);
    writeFileSync(this.#failures, '');
    this.#output = '';
    this.#send(`. ${file} < /dev/null; printf '\\n%s\\n' '${marker}'`);
    await new Promise<void>((resolve, reject) => {
      this.#whenChanged = () => {
        if (this.#output.includes(marker)) resolve();
        else if (this.#hasEnded) reject(new Error(`The shell has ended:\n${this.#output}`));
      };
      this.#whenChanged();
    });
    const [output = ''] = this.#output.split(`\n${marker}`);
    const failures = readFileSync(this.#failures, 'utf8').split('\0').filter(Boolean);
    // The last failure of a block is also a failure of the file.
    return { output, failures: failures.filter((failure) => !failure.startsWith(`. ${this.#folder}`)) };
  }

  close(): void {
    this.#child.stdin?.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
