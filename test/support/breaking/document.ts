// Finds the changes of the OpenAPI document that break a client. docs/decisions/0165
import type { Json } from '#test/support/json.ts';
import { type Comparison, compare, type Direction } from './schemas.ts';

export interface BreakingChange {
  /** Names an operation, a type of event or a schema. */
  readonly subject: string;
  readonly change: string;
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head'];

function operationsOf({ paths }: Json): ReadonlyMap<string, Json> {
  const entries = Object.entries<Json>(paths).flatMap(([path, found]) =>
    methods
      .filter((method) => method in found)
      .map((method) => [`${method} ${path}`, found[method]] as const),
  );
  return new Map(entries);
}

const parametersOf = ({ parameters = [] }: Json): ReadonlyMap<string, Json> =>
  new Map(parameters.map((one: Json) => [`${one.in} ${one.name.toLowerCase()}`, one]));

const isSuccess = (status: string): boolean => /^[23]/.test(status);

const schemasOf = ({ content = {} }: Json): ReadonlyMap<string, Json> =>
  new Map(Object.entries<Json>(content).map(([type, { schema }]) => [type, schema]));

type Compare = (was: Json, is: Json, where: string, direction: Direction) => readonly string[];

function compareContents(was: Json, is: Json, where: string, direction: Direction, run: Compare) {
  const present = schemasOf(is);
  return [...schemasOf(was)].flatMap(([type, schema]) =>
    present.has(type) ? run(schema, present.get(type), where, direction) : [`${where} is no longer ${type}`],
  );
}

function compareParameters(was: Json, is: Json, run: Compare): readonly string[] {
  const [old, present] = [parametersOf(was), parametersOf(is)];
  const kept = [...old].filter(([key]) => present.has(key));
  return [
    ...[...old.keys()]
      .filter((key) => !present.has(key) && !key.startsWith('header'))
      .map((key) => `the parameter ${key} is removed`),
    ...[...present]
      .filter(([key, { required }]) => required === true && old.get(key)?.required !== true)
      .map(([key]) => `the parameter ${key} is required`),
    ...kept.flatMap(([key, { schema }]) =>
      run(schema, present.get(key)?.schema, `the parameter ${key}`, 'request'),
    ),
  ];
}

function compareBodies(was: Json, is: Json, run: Compare): readonly string[] {
  if (is === undefined) return was === undefined ? [] : ['the body is removed'];
  return [
    ...(is.required === true && was?.required !== true ? ['the body is required'] : []),
    ...(was === undefined ? [] : compareContents(was, is, 'the body', 'request', run)),
  ];
}

function compareResponses(was: Json, is: Json, run: Compare): readonly string[] {
  const [old, present] = [Object.keys(was).filter(isSuccess), Object.keys(is).filter(isSuccess)];
  return [
    ...old.filter((status) => !(status in is)).map((status) => `the status ${status} is removed`),
    ...present.filter((status) => !(status in was)).map((status) => `the status ${status} is new`),
    ...old
      .filter((status) => status in is)
      .flatMap((status) => [
        ...Object.keys(was[status].headers ?? {})
          .filter((name) => is[status].headers?.[name] === undefined)
          .map((name) => `the header ${name} of the response is removed`),
        ...compareContents(was[status], is[status], `the response ${status}`, 'response', run),
      ]),
  ];
}

function compareAccess(was: Json, is: Json): readonly string[] {
  const roles: readonly string[] = is['x-roles'] ?? was['x-roles'] ?? [];
  const lost = (was['x-roles'] ?? roles).filter((role: string) => !roles.includes(role));
  const isSame = was['x-required-scope'] === is['x-required-scope'];
  return [
    ...(isSame && (was.security ?? []).length <= (is.security ?? []).length ? [] : ['needs another scope']),
    ...(was['x-roles'] === undefined && is['x-roles'] !== undefined ? ['needs a token'] : []),
    ...lost.map((role: string) => `is no longer for ${role}`),
  ];
}

function compareOperations(was: Json, is: Json, run: Compare): readonly string[] {
  if (is === undefined) return ['is removed'];
  return [
    ...(was.operationId === is.operationId ? [] : [`has the operation id ${is.operationId}`]),
    ...compareAccess(was, is),
    ...compareParameters(was, is, run),
    ...compareBodies(was.requestBody, is.requestBody, run),
    ...compareResponses(was.responses, is.responses, run),
  ];
}

export function breakingChanges(before: Json, after: Json): readonly BreakingChange[] {
  const met = new Map<string, readonly [name: string, direction: Direction]>();
  const meet: Comparison['meet'] = (name, direction) => met.set(`${direction} ${name}`, [name, direction]);
  const run: Compare = (was, is, where, direction) =>
    compare(was, is, where, { before, after, direction, meet });
  const named = (subject: string, changes: readonly string[]) =>
    changes.map((change) => ({ subject, change }));
  const operations = [...operationsOf(before)].flatMap(([key, was]) =>
    named(was.operationId, compareOperations(was, operationsOf(after).get(key), run)),
  );
  const events = Object.entries<Json>(before.webhooks ?? {}).flatMap(([type, was]) => {
    const is = after.webhooks?.[type];
    if (is === undefined) return named(type, ['is removed']);
    return named(
      type,
      compareContents(was.post.requestBody, is.post.requestBody, 'the event', 'response', run),
    );
  });
  const schemas: BreakingChange[] = [];
  // A map returns the entries that are added while its loop runs.
  for (const [name, direction] of met.values()) {
    const [was, is] = [before.components.schemas[name], after.components.schemas[name]];
    schemas.push(...named(name, run(was, is, '', direction)));
  }
  return [...operations, ...events, ...schemas];
}
