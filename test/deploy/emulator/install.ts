// MiniStack from PyPI, in a folder of the project's own that git ignores; reused while its pins are the same.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '../../..');
/** Everything of the emulator's: its Python packages, and for each run its log and its files. */
export const toolFolder = join(repository, '.tools/ministack');

const environmentFolder = join(toolFolder, 'venv');
const requirements = join(import.meta.dirname, 'requirements.txt');
/** The pins that were installed, written last. */
const installed = join(environmentFolder, 'installed.txt');

export const pythonProgram = join(environmentFolder, 'bin/python');

/** Told in one line, without a stack: what is wrong is the machine, or the use of it. */
export class EmulatorFailure extends Error {}

const needsPython =
  'The emulator needs python3, 3.10 or newer, with venv (on Debian and Ubuntu: apt install python3-venv).';
const checkVersion = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';

function run(program: string, args: readonly string[], otherwise: string): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new EmulatorFailure(`${otherwise} ${(stderr ?? '').trim()}`.trim());
}

/** Installs what requirements.txt names, unless it is there. Answers whether anything had to be done. */
export function installEmulator(): boolean {
  const pins = readFileSync(requirements, 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === pins) return false;
  if (spawnSync('python3', ['-c', checkVersion]).status !== 0) throw new EmulatorFailure(needsPython);
  rmSync(environmentFolder, { recursive: true, force: true });
  mkdirSync(toolFolder, { recursive: true });
  run('python3', ['-m', 'venv', environmentFolder], 'python3 -m venv failed:');
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--requirement',
    requirements,
  ];
  run(pythonProgram, pip, 'MiniStack could not be installed from PyPI:');
  writeFileSync(installed, pins);
  return true;
}
