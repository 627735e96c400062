// Derives the arguments of tools from the OpenAPI document, so that nothing is described twice.
import { pathsOf } from '#lib/foundation/contract/other-path.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { interfaceDocument } from '#lib/surface/api/document.ts';
import { isReading, pageSizeOf, type Tool } from './tool.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** The dry run has an argument of its own, and assistants read no files. */
const hidden = ['dryRun', 'excel'];
const uselessKeywords = ['discriminator', 'example', 'examples', 'pattern'];

const valueAt = (reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce((value: unknown, key) => Object(value)[key], interfaceDocument());

/** Replaces references by their targets, because a tool has no other document. */
function inlined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inlined);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest }: { readonly $ref?: string } = value;
  const own = Object.entries(rest).filter(([name]) => !uselessKeywords.includes(name));
  const target: object = $ref === undefined ? {} : Object(inlined(valueAt($ref)));
  return { ...target, ...Object.fromEntries(own.map(([name, inner]) => [name, inlined(inner)])) };
}

function fieldsAt(route: Route, path: string): readonly Field[] {
  const operation = Object(inlined(interfaceDocument().paths[path]?.[route.method.toLowerCase()]));
  const { parameters = [], requestBody }: { parameters?: readonly Schema[]; requestBody?: unknown } =
    operation;
  const { properties = {}, required = [] } =
    Object(Object(requestBody).content)['application/json']?.schema ?? {};
  const ofBody = Object.entries<Schema>(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
  }));
  const withDefault = (name: unknown, schema: unknown) =>
    name === 'limit' ? { ...Object(schema), default: pageSizeOf(route) } : schema;
  const others = parameters.flatMap(({ name, in: place, schema, required: isRequired = false }) =>
    place === 'header' ? [] : [{ name, schema: withDefault(name, schema), isRequired } as Field],
  );
  return [...others, ...ofBody].filter(({ name }) => !hidden.includes(name));
}

/** A field that only one of two paths has is optional. */
function fieldsOf(route: Route): readonly Field[] {
  const ofPaths = pathsOf(route).map((path) => fieldsAt(route, path));
  const isIn = (fields: readonly Field[], name: string) => fields.some((field) => field.name === name);
  const all = new Map(ofPaths.flat().map((field) => [field.name, field]));
  return [...all.values()].map((field) => ({
    ...field,
    isRequired: field.isRequired && ofPaths.every((fields) => isIn(fields, field.name)),
  }));
}

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

function describeAction([action, route]: readonly [string, Route]): string {
  const fields = fieldsOf(route);
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const either = route.alsoAt === undefined ? [] : ['`id` or `orderId`'];
  const needs = [...either, ...(required.length === 0 ? [] : [quoted(required)])];
  const optional = fields.map(({ name }) => name).filter((name) => !needs.join().includes(`\`${name}\``));
  return [
    `- \`${action}\`: ${route.summary}.`,
    ...(needs.length === 0 ? [] : [`Needs ${needs.join(', ')}.`]),
    ...(optional.length === 0 ? [] : [`Optional: ${quoted(optional)}.`]),
  ].join(' ');
}

const dryRunNote =
  'The first call is a dry run, which changes nothing. Show it to the person, and call again with its `confirmationToken` only if they agree.';

export const descriptionOf = (tool: Tool): string =>
  [
    tool.description,
    ...(isReading(tool) ? [] : [dryRunNote]),
    'Actions:',
    ...Object.entries(tool.actions).map(describeAction),
  ].join('\n');

/** Fields of several actions that have the same description are the same. */
function mergedSchema(fields: readonly Field[]): Schema {
  const distinct = new Map(
    fields.map(({ schema }) => [schema.description ?? JSON.stringify(schema), schema]),
  );
  const [first = {}, ...others] = distinct.values();
  return others.length === 0 ? first : { anyOf: [first, ...others] };
}

const confirmationToken = {
  type: 'string',
  description: 'The token of the dry run, which confirms exactly its request.',
} as const;

/** Returns one flat object, because models do not accept a choice of objects. */
export function inputSchemaOf(tool: Tool) {
  const actions = Object.keys(tool.actions);
  const ofActions = Object.values(tool.actions).map(fieldsOf);
  const byName = Object.groupBy(ofActions.flat(), ({ name }) => name);
  const properties = Object.entries(byName).map(([name, fields = []]) => [name, mergedSchema(fields)]);
  const isRequired = (name: string) =>
    ofActions.every((fields) => fields.some((field) => field.name === name && field.isRequired));
  return {
    type: 'object' as const,
    properties: {
      ...(actions.length > 1 && { action: { type: 'string', enum: actions } }),
      ...Object.fromEntries(properties),
      ...(!isReading(tool) && { confirmationToken }),
    },
    required: Object.keys(byName).filter(isRequired),
    additionalProperties: false,
  };
}
