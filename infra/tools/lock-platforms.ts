// Adds to package-lock.json the platform packages that npm left out of it.
//
// npm writes down only what the registry it asked could show, and some mirrors hold just the packages of their own
// platform. A lock file written there would fail `npm ci` elsewhere. So each package that another one names as
// optional gets an entry with its version and platform, and without an address or a hash: npm accepts it, skips it where
// the platform is another, and fetches it where it is needed.
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

const lockEntry = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  inBundle: z.boolean().optional(),
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

/** The optional packages that a lock file names and has no entry for. What is bundled brings its own, or does without. */
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

/** The platform that a package's name tells: `@biomejs/cli-linux-arm64-musl`, `@dynoxide/win32-x64`. */
export function platformOf(name: string): { os: string[]; cpu: string[]; libc?: string[] } {
  const words = name.split(/[/-]/);
  const os = words.find((word) => platforms.includes(word));
  const cpu = words.find((word) => architectures.includes(word));
  if (os === undefined || cpu === undefined) {
    throw new Error(`The name ${name} tells no platform: write its entry by hand`);
  }
  return { os: [os], cpu: [cpu], ...(words.includes('musl') && { libc: ['musl'] }) };
}

export const readLockFile = (): LockFile =>
  lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

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
  writeFileSync('package-lock.json', `${JSON.stringify(addMissing(readLockFile()), null, 2)}\n`);
}
