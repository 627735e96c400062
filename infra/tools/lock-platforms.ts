// npm omits platform packages from the lock file if the registry mirror lacks them, and `npm ci` then fails on their platforms.
// This tool adds the missing entries, without an integrity hash.
import { execSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

const lockEntry = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  integrity: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockFile = z.looseObject({ packages: z.record(z.string(), lockEntry) });
type LockFile = z.output<typeof lockFile>;

const modules = 'node_modules/';

interface Missing {
  readonly name: string;
  readonly version: string;
  readonly dev: boolean;
}

/** Skips bundled packages, because their dependencies are bundled too. */
export function missingPlatforms({ packages }: LockFile): readonly Missing[] {
  return Object.entries(packages)
    .filter(([, { inBundle = false }]) => !inBundle)
    .flatMap(([path, { optionalDependencies = {}, dev = false }]) =>
      Object.entries(optionalDependencies)
        .filter(([name]) => !(modules + name in packages || `${path}/${modules}${name}` in packages))
        .map(([name, version]) => ({ name, version, dev })),
    );
}

const platforms = ['android', 'darwin', 'linux', 'win32'];
const architectures = ['arm64', 'x64'];

/** Derives the platform from a package name such as `@biomejs/cli-linux-arm64-musl` or `@dynoxide/win32-x64`. */
export function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } {
  const words = name.split(/[/-]/);
  const os = words.find((word) => platforms.includes(word));
  const cpu = words.find((word) => architectures.includes(word));
  if (os === undefined || cpu === undefined) {
    throw new Error(`The package name ${name} contains no platform: add its lock entry by hand`);
  }
  return { os: [os], cpu: [cpu], ...(words.includes('musl') && { libc: ['musl'] }) };
}

const isLockFile = (value: unknown): value is LockFile => lockFile.safeParse(value).success;

/** Returns the parsed JSON, because zod's copy has another order of keys and would change the whole lock file. */
export function readLockFile(): LockFile {
  const content: unknown = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  if (!isLockFile(content)) throw new Error('package-lock.json is not a lock file of version 3');
  return content;
}

const writeLockFile = (lock: LockFile): void =>
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);

/** Removes the entries that an earlier run added. If the registry now has these packages, npm adds them again with a hash. */
function removeWithoutHash(lock: LockFile): LockFile {
  const kept = Object.entries(lock.packages).filter(
    ([path, { optional, inBundle, integrity }]) =>
      path === '' || !optional || inBundle || integrity !== undefined,
  );
  return { ...lock, packages: Object.fromEntries(kept) };
}

function addMissing(lock: LockFile): LockFile {
  const added = missingPlatforms(lock).map(({ name, version, dev }) => [
    modules + name,
    { version, ...platformOf(name), ...(dev && { dev }), optional: true },
  ]);
  const entries = [...Object.entries(lock.packages), ...added];
  const sorted = entries.sort(([one], [other]) => String(one).localeCompare(String(other), 'en'));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

if (import.meta.main) {
  writeLockFile(removeWithoutHash(readLockFile()));
  execSync('npm install --package-lock-only', { stdio: 'inherit' });
  writeLockFile(addMissing(readLockFile()));
}
