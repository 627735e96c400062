// Checks that each error has a code that its endpoint declares. Every request of the tests is checked.

import { csvPathOf } from '#lib/foundation/contract/csv.ts';
import { errorBody } from '#lib/foundation/contract/error.ts';
import { pathsOf } from '#lib/foundation/contract/other-path.ts';
import { methodsOf, type Route } from '#lib/foundation/contract/route.ts';
import type { ErrorCode } from '#lib/foundation/shared/error-codes.ts';
import { errorCodesOf, statusOfCode } from '#lib/surface/api/error-codes.ts';
import { routes } from '#lib/surface/api/routes.ts';
import type { Json } from './json.ts';

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const patterns = routes.map((route) => ({
  route,
  methods: methodsOf(route),
  paths: [...pathsOf(route), csvPathOf(route) ?? route.path].map(patternOf),
}));

/** Prefers a path without parameters: `POST /commissions/approve` is not `POST /commissions/{id}`. */
function routeOf(method: string, path: string): Route | undefined {
  const [pathname = ''] = path.split('?');
  const found = patterns.filter(
    ({ methods, paths }) => methods.includes(method) && paths.some((pattern) => pattern.test(pathname)),
  );
  return (found.find(({ route }) => route.path === pathname) ?? found[0])?.route;
}

/** An unknown path, and a path that cannot be decoded, have these codes. */
const fallbackCodes: readonly ErrorCode[] = ['route_not_found', 'method_not_allowed', 'internal_error'];

function check(where: string, body: Json, declared: readonly ErrorCode[]): void {
  const { code, statusCode } = errorBody.parse(body);
  if (!declared.includes(code))
    throw new Error(`${where} returned the undeclared code ${code}: add it there`);
  if (statusOfCode(code) !== statusCode) throw new Error(`${where} returned ${code} with ${statusCode}`);
}

/** API Gateway has error bodies without a code, which have no `statusCode` either. */
const isErrorOfService = (json: Json): boolean => typeof json?.statusCode === 'number';

export function checkErrorCodes(method: string, path: string, json: Json): void {
  const isError = isErrorOfService(json);
  if (!isError && !Array.isArray(json?.data)) return;
  const route = routeOf(method, path);
  if (isError) {
    const declared = route === undefined ? [] : errorCodesOf(route);
    check(`\`errors\` of ${route?.name}`, json, [...declared, ...fallbackCodes]);
  }
  if (route?.answer.kind !== 'batch' || !Array.isArray(json?.data)) return;
  for (const { error } of json.data) {
    if (error !== undefined) check(`\`itemErrors\` of ${route.name}`, error, route.itemErrors ?? []);
  }
}
