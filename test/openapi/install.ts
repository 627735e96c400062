// Installs the tools that check the OpenAPI document into folders that git ignores, and reuses them until their versions change.
// They are no development dependencies: openapi-typescript needs an older TypeScript, and Schemathesis is a Python package.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');

const npmPackages = ['@redocly/openapi-core@2.64.0', 'openapi-typescript@7.13.0', 'typescript@5.9.3'];
const pythonPackages = ['schemathesis==4.32.5'];

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`);
}

/** Runs `install` in an empty folder. The file of the versions is written last, so that an interrupted installation is repeated. */
function installOnce(name: string, packages: readonly string[], install: (folder: string) => void): string {
  const folder = join(repository, '.tools', name);
  const versions = join(folder, 'versions.txt');
  if (existsSync(versions) && readFileSync(versions, 'utf8') === packages.join('\n')) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  install(folder);
  writeFileSync(versions, packages.join('\n'));
  return folder;
}

/** Returns the folder whose `node_modules` has the tools. */
export const installNodeTools = (): string =>
  installOnce('openapi', npmPackages, (folder) => {
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    run('npm', [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      ...npmPackages,
    ]);
  });

/** Returns the folder with the programs of the Python packages. */
export const installSchemathesis = (): string => {
  const folder = installOnce('schemathesis', pythonPackages, (created) => {
    run('python3', ['-m', 'venv', created]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    run(join(created, 'bin/python'), [...pip, ...pythonPackages]);
  });
  return join(folder, 'bin');
};

const runtimePackages = ['bun@1.4.5', 'deno@2.9.6'];

/** Returns the folder whose `node_modules` has the programs of Bun and Deno for this machine. */
export const installRuntimes = (): string =>
  installOnce('runtimes', runtimePackages, (folder) => {
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    const settings = ['--no-audit', '--no-fund', '--ignore-scripts'];
    run('npm', ['install', '--prefix', folder, ...settings, ...runtimePackages]);
  });
