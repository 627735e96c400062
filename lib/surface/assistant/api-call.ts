// Turns the arguments of a tool into a request of the API, and checks it against the contract.
import { pathsOf } from '#lib/foundation/contract/other-path.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import type { HttpEvent } from '#lib/surface/http/request.ts';
import { parseInput } from '#lib/surface/http/validation.ts';
import { pageSizeOf, type Tool } from './tool.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export interface ApiCall {
  readonly method: Route['method'];
  /** The path does not contain the base path. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: Arguments | undefined;
}

const namesIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const pathFor = (route: Pick<Route, 'path' | 'alsoAt'>, given: Arguments): string | undefined =>
  pathsOf(route).find((path) => namesIn(path).every((name) => given[name] !== undefined));

export function chooseAction({ actions }: Tool, { action, ...given }: Arguments): Route {
  const all = Object.entries(actions);
  const found = all.find(([name, route]) =>
    action === undefined ? pathFor(route, given) !== undefined : name === action,
  );
  if (found !== undefined && (action !== undefined || all.length === 1 || found[1].method === 'GET'))
    return found[1];
  throw invalidField('action', `Must be one of ${all.map(([name]) => name).join(', ')}`);
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

const textsIn = (given: Arguments, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, textOf(given[name])]])),
  );

/** Throws the same errors as the endpoint for invalid arguments. */
export function apiCallOf(route: Route, given: Arguments): ApiCall {
  const path = pathFor(route, given) ?? route.path;
  const inPath = namesIn(path);
  for (const name of inPath) {
    if (given[name] === undefined) throw invalidField(name, 'Required');
    // A URL resolves such a segment, so that the request would reach another endpoint.
    if (/^\.{1,2}$/.test(textOf(given[name]))) throw invalidField(name, 'Must not be `.` or `..`');
  }
  const rest = Object.keys(given).filter((name) => !inPath.includes(name));
  const isOfQuery = (name: string) =>
    route.body === undefined || Object.hasOwn(route.query?.shape ?? {}, name);
  const pathParameters = textsIn(given, inPath);
  const page = textsIn({ limit: pageSizeOf(route) }, ['limit']);
  const query = { ...page, ...textsIn(given, rest.filter(isOfQuery)) };
  const ofBody = rest.filter((name) => !isOfQuery(name)).map((name) => [name, given[name]]);
  const body: Arguments | undefined = route.body === undefined ? undefined : Object.fromEntries(ofBody);
  const event = { headers: {}, pathParameters, queryStringParameters: query, body };
  parseInput(route, event as unknown as HttpEvent);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathParameters[name] ?? ''),
  );
  return { method: route.method, path: filled, query, body };
}

export const addressOf = ({ path, query }: ApiCall): string => {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
};
