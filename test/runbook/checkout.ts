// A checkout of the service as an operator has it: a clone with a remote, which the runbook changes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Edit } from '#test/deploy/changed-version.ts';
import { repository } from '#test/deploy/emulator/install.ts';

const author = ['-c', 'user.name=Developer', '-c', 'user.email=developer@acme.test'];

const git = (folder: string, args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

function applyEdit(folder: string, { file, before, after }: Edit): void {
  const path = join(folder, file);
  const parts = readFileSync(path, 'utf8').split(before);
  assert.equal(parts.length, 2, `${file} must contain exactly once: ${before}`);
  writeFileSync(path, parts.join(after));
}

export class Checkout {
  readonly folder: string;
  readonly #remote: string;

  /** Copies the files of this repository to the remote, also those that are not committed yet. */
  constructor(below: string) {
    this.folder = join(below, 'checkout');
    this.#remote = join(below, 'remote');
    const files = git(repository, ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
    for (const file of files
      .split('\0')
      .filter((name) => name !== '' && existsSync(join(repository, name)))) {
      mkdirSync(dirname(join(this.#remote, file)), { recursive: true });
      cpSync(join(repository, file), join(this.#remote, file));
    }
    git(this.#remote, ['init', '--quiet', '--initial-branch', 'main']);
  }

  /** Commits a change to the remote, which `git pull` then fetches. */
  commitToRemote(message: string, edit: Edit): void {
    applyEdit(this.#remote, edit);
    git(this.#remote, ['add', '--all']);
    git(this.#remote, [...author, 'commit', '--quiet', '--message', message]);
  }

  clone(): void {
    git(dirname(this.folder), ['clone', '--quiet', this.#remote, this.folder]);
  }

  /** Returns the id of the commit that is checked out. */
  head(): string {
    return git(this.folder, ['rev-parse', 'HEAD']).trim();
  }

  /** Changes a file, and does not commit it. */
  edit(edit: Edit): void {
    applyEdit(this.folder, edit);
  }
}
