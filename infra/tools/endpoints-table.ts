// Builds the tables of endpoints, filters, columns of exports and error codes.
import { describeFilterSets } from '#lib/foundation/contract/filter-sets.ts';
import { pathsOf } from '#lib/foundation/contract/other-path.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { basePath, methodsOf } from '#lib/foundation/contract/route.ts';
import { type ErrorCode, errorCodes } from '#lib/foundation/shared/error-codes.ts';
import { columnsOf } from '#lib/outlets/exports/rules/columns.ts';
import { exportResources } from '#lib/outlets/exports/rules/resources.ts';
import { statusOfCode } from '#lib/surface/api/error-codes.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { code, table } from './markdown.ts';

/** Names only the exceptions: most endpoints are for both roles, need a paying plan and have a test mode. */
function accessText({ access, scope, contentScopes = [], testMode }: Route): string {
  if (access === 'public') return 'anyone';
  const scopes = scope === undefined ? [] : [scope, ...contentScopes];
  return [
    access.roles.includes('member') ? '' : 'admin',
    access.plan === 'any' ? 'any plan' : '',
    testMode === 'refused' ? 'live' : '',
    scopes.map((name) => (name === 'any' ? 'any scope' : code(name))).join(', '),
  ]
    .filter(Boolean)
    .join('; ');
}

const row = (route: Route): readonly string[] => [
  methodsOf(route).join(', '),
  pathsOf(route)
    .map((path) => code(`${basePath}${path}`))
    .join(', '),
  route.summary,
  accessText(route),
];

export const endpointsTable = (): string => table(['Method', 'Path', 'Purpose', 'Access'], routes.map(row));

/** The lists whose filters cannot all be combined. */
const filterRows = routes.flatMap(({ path, query, filterSets }) => {
  const sets =
    filterSets === undefined ? [] : describeFilterSets(filterSets, Object.keys(query?.shape ?? {}));
  return sets.length === 0 ? [] : [[code(`${basePath}${path}`), sets.join('; ')]];
});

export const filtersTable = (): string => table(['List', 'Filters'], filterRows);

export const exportColumnsTable = (): string =>
  table(
    ['Resource', 'Columns'],
    exportResources.map((resource) => [code(resource), columnsOf(resource).map(code).join(', ')]),
  );

const isMissing = (meaning: string): boolean =>
  /^The [\w ]+ does not exist(?: in the brand)?\.$/.test(meaning);

const codesByMeaning = Map.groupBy(
  Object.values(errorCodes).flatMap((codes) => Object.entries<string>(codes)),
  ([, meaning]) => (isMissing(meaning) ? 'The resource does not exist in the brand.' : meaning),
);

function codeRow([meaning, entries]: readonly [string, readonly (readonly [string, string])[]]) {
  const codes = entries.map(([name]) => name as ErrorCode);
  return [codes.map(code).join(', '), [...new Set(codes.map(statusOfCode))].join(', '), meaning];
}

export const codesTable = (): string =>
  table(['Code', 'Status', 'Meaning'], [...codesByMeaning].map(codeRow));
