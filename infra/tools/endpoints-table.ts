// Generates the endpoint table of the README from the contract: `npm run docs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { routes } from '#lib/api/routes.ts';
import type { Route } from '#lib/contract/route.ts';
import { basePath, methodsOf } from '#lib/contract/route.ts';

const start = '<!-- endpoints: made by npm run docs -->';
const end = '<!-- /endpoints -->';

function accessText({ access }: Route): string {
  if (access === 'public') return 'anyone';
  const roles = access.roles.join(', ');
  return access.plan === 'any' ? `${roles}; any plan` : roles;
}

const row = (route: Route): string =>
  `| ${methodsOf(route).join(', ')} | \`${basePath}${route.path}\` | ${route.summary} | ${accessText(route)} |`;

const endpointsTable = (): string =>
  ['| Method | Path | Purpose | Who |', '|---|---|---|---|', ...routes.map(row)].join('\n');

export function withCurrentTable(text: string): string {
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(
      `README.md must contain the two marker comments of the endpoint table: ${start} and ${end}`,
    );
  return `${before}${start}\n${endpointsTable()}\n${end}${after}`;
}

if (import.meta.main) writeFileSync('README.md', withCurrentTable(readFileSync('README.md', 'utf8')));
