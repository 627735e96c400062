// Checks the OpenAPI document with Redocly, Spectral and openapi-typescript. docs/decisions/0076
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { interfaceDocument } from '#lib/surface/api/document.ts';
import { installLintTools } from './install.ts';

interface Problem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

/** The part of @redocly/openapi-core that the lint uses. */
interface Redocly {
  createConfig(config: { readonly extends: readonly string[] }): Promise<unknown>;
  lintFromString(input: {
    readonly source: string;
    readonly absoluteRef: string;
    readonly config: unknown;
  }): Promise<readonly Problem[]>;
}

const folder = installLintTools();
const packages = join(folder, 'node_modules');
const source = JSON.stringify(interfaceDocument());
const documentFile = join(folder, 'openapi.json');
writeFileSync(documentFile, source);

/** Warnings that we accept, by the end of their text. A warning that no longer occurs is a problem, too. */
const accepted = [
  // No method is in both paths: the first one has PUT, the second one GET and DELETE.
  'Found two ambiguous paths: `/affiliates/by-external-id/{externalId}` and `/affiliates/{id}/personal-data`.',
  // No method is in both paths: the first one has POST, the second one GET.
  'Found two ambiguous paths: `/commissions/{id}/approve` and `/commissions/decisions/{id}`.',
  // Ids begin with a prefix such as `cnv_`, so a path with `by-external-id` or `by-order-id` never has such an id.
  ...['invitation', 'payout-details', 'portal-sessions', 'terms'].map(
    (last) =>
      `Found two ambiguous paths: \`/affiliates/by-external-id/{externalId}\` and \`/affiliates/{id}/${last}\`.`,
  ),
  ...['cancel', 'attribution', 'refunds'].map(
    (last) =>
      `Found two ambiguous paths: \`/conversions/by-order-id/{orderId}\` and \`/conversions/{id}/${last}\`.`,
  ),
];

function withoutAccepted(found: readonly Problem[]): readonly string[] {
  const isAccepted = ({ message }: Problem) => accepted.some((text) => message.endsWith(text));
  const outdated = accepted.filter((text) => !found.some(({ message }) => message.endsWith(text)));
  return [
    ...outdated.map(
      (text) => `Remove this text from the accepted warnings, because it no longer occurs: ${text}`,
    ),
    ...found
      .filter((problem) => !isAccepted(problem))
      .map(
        ({ severity, ruleId, message, location: [place] }) =>
          `${severity} ${ruleId}: ${message} (${place?.pointer ?? ''})`,
      ),
  ];
}

async function lint(): Promise<readonly string[]> {
  const entry = join(packages, '@redocly/openapi-core/lib/index.js');
  const redocly: Redocly = await import(pathToFileURL(entry).href);
  const config = await redocly.createConfig({ extends: ['recommended'] });
  return withoutAccepted(await redocly.lintFromString({ source, absoluteRef: documentFile, config }));
}

/** Returns the output of a failed program, and nothing for one that succeeds. */
function outputOfFailure(script: string, args: readonly string[]): readonly string[] {
  const program = [join(packages, script), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? [] : [`${script}:\n${stdout}${stderr}`];
}

const types = join(folder, 'service.ts');
// The project's own settings and types must not help or disturb the generated file.
const settings = {
  compilerOptions: { strict: true, noEmit: true, target: 'es2022', types: [] },
  files: [types],
};
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
const ruleset = join(folder, 'spectral.json');
writeFileSync(ruleset, JSON.stringify({ extends: ['spectral:oas'] }));
const problems = [
  ...(await lint()),
  ...outputOfFailure('@stoplight/spectral-cli/dist/index.js', [
    'lint',
    documentFile,
    '--ruleset',
    ruleset,
    '--fail-severity',
    'hint',
  ]),
  ...outputOfFailure('openapi-typescript/bin/cli.js', [documentFile, '-o', types]),
  ...outputOfFailure('typescript/bin/tsc', ['--project', folder]),
];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `Redocly, Spectral and openapi-typescript found ${problems.length} problems in the OpenAPI document.\n`,
);
process.exit(problems.length === 0 ? 0 : 1);
