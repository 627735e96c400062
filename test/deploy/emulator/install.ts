// Installs MiniStack from PyPI into a folder that git ignores, and reuses it until the pinned versions change.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '../../..');
export const toolFolder = join(repository, '.tools/ministack');

const environmentFolder = join(toolFolder, 'venv');
const requirements = join(import.meta.dirname, 'requirements.txt');
/** This file is written last, so that an interrupted installation is repeated. */
const installed = join(environmentFolder, 'installed.txt');

export const pythonProgram = join(environmentFolder, 'bin/python');

/** An error of the environment, which is printed without a stack trace. */
export class EmulatorFailure extends Error {}

const needsPython =
  'The emulator requires Python 3.10 or newer with venv (on Debian and Ubuntu: apt install python3-venv).';
const checkVersion = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';

function run(program: string, args: readonly string[], errorMessage: string): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new EmulatorFailure(`${errorMessage} ${(stderr ?? '').trim()}`.trim());
}

/** Installs the packages of requirements.txt unless they are installed. Returns whether it installed them. */
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
