// `npm run sbom -- [file]` writes the software bill of materials of the deployed functions (CycloneDX), and prints their licenses. Fails
// if a license is not allowed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';

const bill = z.looseObject({
  components: z.array(
    z.looseObject({
      'bom-ref': z.string(),
      scope: z.enum(['required', 'optional']),
      name: z.string(),
      version: z.string(),
      licenses: z
        .array(
          z.looseObject({
            license: z.looseObject({ id: z.string().optional(), name: z.string().optional() }).optional(),
            expression: z.string().optional(),
          }),
        )
        .default([]),
    }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string() })),
});
type Bill = z.output<typeof bill>;

/** They allow any use, also in a service that is not published. */
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];

const unknown = 'unknown';

interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly isAllowed: boolean;
}

/** One allowed license of a choice is enough: `(MIT OR GPL-3.0)`. */
const isAllowed = (license: string): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(/ or /i)
    .some((choice) => choice.split(' AND ').every((part) => allowed.includes(part)));

export const licensesIn = ({ components }: Pick<Bill, 'components'>): readonly LicensedPackage[] =>
  components
    .map(({ name, version, licenses }) => {
      const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name);
      const license = names.length === 0 ? unknown : names.join(' AND ');
      return { name, version, license, isAllowed: isAllowed(license) };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));

/** `npm sbom --omit dev` also omits packages that a development package needs as well. So they are removed here. */
function withoutDevelopment({ components, dependencies, ...others }: Bill): Bill {
  const kept = components.filter(({ scope }) => scope === 'required');
  const unused = new Set(
    components.filter(({ scope }) => scope !== 'required').map((component) => component['bom-ref']),
  );
  return { ...others, components: kept, dependencies: dependencies.filter(({ ref }) => !unused.has(ref)) };
}

export function readBill(): Bill {
  const output = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return withoutDevelopment(bill.parse(JSON.parse(output)));
}

if (import.meta.main) {
  const [file = 'cdk.out/sbom.cdx.json'] = process.argv.slice(2);
  const found = readBill();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  const packages = licensesIn(found);
  for (const { name, version, license } of packages) process.stdout.write(`${name} ${version}: ${license}\n`);
  const refused = packages.filter((one) => !one.isAllowed);
  process.stdout.write(`${packages.length} packages, written to ${file}\n`);
  if (refused.length > 0) {
    const names = refused.map(({ name, license }) => `${name} (${license})`).join(', ');
    process.stderr.write(`These licenses are not allowed in infra/tools/sbom.ts: ${names}\n`);
    process.exitCode = 1;
  }
}
