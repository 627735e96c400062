// A checkout of the service as an operator has it: a clone with a remote, which the runbook changes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '#test/deploy/emulator/install.ts';

export class Checkout {
  readonly folder: string;
  readonly #remote: string;

  /** Copies the files of this repository into the first release. Files that are not committed yet are included. */
  constructor(below: string) {
    this.folder = join(below, 'checkout');
    this.#remote = join(below, 'remote');
    const files = git(repository, ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
    for (const file of files.split('\0').filter(Boolean)) {
      mkdirSync(dirname(join(this.#remote, file)), { recursive: true });
      cpSync(join(repository, file), join(this.#remote, file));
    }
    git(this.#remote, ['init', '--quiet', '--initial-branch', 'main']);
  }

  /** Commits a change to the remote, which `git pull` then fetches. */
  release(message: string, file: string, before: string, after: string): void {
    edit(join(this.#remote, file), before, after);
    git(this.#remote, ['add', '--all']);
    git(this.#remote, [...author, 'commit', '--quiet', '--message', message]);
  }

  clone(): void {
    git(dirname(this.folder), ['clone', '--quiet', this.#remote, this.folder]);
  }

  edit(file: string, before: string, after: string): void {
    edit(join(this.folder, file), before, after);
  }

  commit(message: string): void {
    git(this.folder, [...author, 'commit', '--quiet', '--all', '--message', message]);
  }
}

const author = ['-c', 'user.name=Operator', '-c', 'user.email=operator@acme.test'];

const git = (folder: string, args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

function edit(path: string, before: string, after: string): void {
  const parts = readFileSync(path, 'utf8').split(before);
  assert.equal(parts.length, 2, `${path} must contain exactly once: ${before}`);
  writeFileSync(path, parts.join(after));
}
