// Builds Lambda's runtime client for Node.js into .tools. It is not a dependency, because its build needs a compiler.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const version = '4.0.2';
const folder = fileURLToPath(new URL(`../../../.tools/aws-lambda-ric-${version}/`, import.meta.url));
const built = join(folder, 'node_modules/aws-lambda-ric');

/** Returns the path of the runtime client. Builds it first if necessary (needs cmake, a C++ compiler, make and xz). */
export function runtimeClient(): string {
  if (!existsSync(join(built, 'rapid-client.node'))) install();
  return join(built, 'index.mjs');
}

function install(): void {
  process.stderr.write(
    `Building Lambda's runtime client (aws-lambda-ric ${version}). This takes about a minute, once.\n`,
  );
  mkdirSync(folder, { recursive: true });
  const allowed = { private: true, allowScripts: { 'aws-lambda-ric': true } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(allowed));
  const npm = spawnSync('npm', ['install', '--no-package-lock', `aws-lambda-ric@${version}`], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (existsSync(join(built, 'rapid-client.node'))) return;
  throw new Error(
    `The build requires Linux, cmake, a C++ compiler, make and xz. Output of npm:\n${npm.stderr}`,
  );
}
