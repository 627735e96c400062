// Compares two versions of a JSON Schema of the OpenAPI document, and finds changes that break a client.
import type { Json } from '#test/support/json.ts';

/** A request may accept more than before, and a response may contain more. */
export type Direction = 'request' | 'response';

export interface Comparison {
  readonly before: Json;
  readonly after: Json;
  readonly direction: Direction;
  /** Receives the name of a schema that both versions refer to. It is compared once, under its name. */
  readonly meet: (name: string, direction: Direction) => void;
}

const nameIn = ({ $ref }: Json): string | undefined => $ref?.replace('#/components/schemas/', '');

const resolved = (schema: Json, document: Json): Json =>
  schema.$ref === undefined ? schema : document.components.schemas[nameIn(schema) ?? ''];

/** Returns the forms that a value can have: the members of a union, and each of several types. */
function formsOf(schema: Json, document: Json): readonly Json[] {
  const { anyOf, oneOf, type, const: only, ...rest } = resolved(schema, document);
  const members: readonly Json[] | undefined = anyOf ?? oneOf;
  if (members !== undefined)
    return members.flatMap((member) => (member.$ref === undefined ? formsOf(member, document) : [member]));
  const values = only === undefined ? {} : { enum: [only] };
  // The other keywords say nothing about null.
  return [type].flat().map((one) => (one === 'null' ? { type: one } : { ...rest, type: one, ...values }));
}

const isPlural = (schema: Json, document: Json): boolean => formsOf(schema, document).length > 1;

export function compare(was: Json, is: Json, where: string, comparison: Comparison): readonly string[] {
  const { before, after, direction, meet } = comparison;
  const name = nameIn(was);
  if (name !== undefined && name === nameIn(is)) {
    meet(name, direction);
    return [];
  }
  if (!isPlural(was, before) && !isPlural(is, after)) {
    const [[one = {}], [other = {}]] = [formsOf(was, before), formsOf(is, after)];
    return one.$ref !== undefined || other.$ref !== undefined
      ? compare(one, other, where, comparison)
      : compareForms(one, other, where, comparison);
  }
  const [old, present] = [formsOf(was, before), formsOf(is, after)];
  const fits = (one: Json, other: Json) => compare(one, other, where, comparison).length === 0;
  const label = (form: Json): string => nameIn(form) ?? form.type ?? 'any';
  return direction === 'request'
    ? old
        .filter((form) => !present.some((other) => fits(form, other)))
        .map((form) => `${where} does not accept the form ${label(form)} as before`)
    : present
        .filter((form) => !old.some((other) => fits(other, form)))
        .map((form) => `${where} can have the new form ${label(form)}`);
}

const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const fixed = ['pattern', 'format', 'uniqueItems'];

/** A request that was valid can now be invalid. */
function tightened(was: Json, is: Json, where: string): readonly string[] {
  const isTight = (name: string, isTighter: (now: number, then: number) => boolean) =>
    is[name] !== undefined && (was[name] === undefined || isTighter(is[name], was[name]));
  const limits = [
    ...upper.filter((name) => isTight(name, (now, then) => now < then)),
    ...lower.filter((name) => isTight(name, (now, then) => now > then)),
    ...fixed.filter((name) => is[name] !== undefined && is[name] !== was[name]),
  ];
  const values: readonly unknown[] = is.enum ?? [];
  const refused = is.enum === undefined ? [] : (was.enum ?? ['other values']);
  return [
    ...limits.map((name) => `${where} has a narrower ${name}`),
    ...refused
      .filter((value: unknown) => !values.includes(value))
      .map((value: unknown) => `${where} does not accept ${value}`),
  ];
}

const accepts = (type: unknown, other: unknown): boolean =>
  other === undefined || type === other || (type === 'integer' && other === 'number');

function typeChange(was: Json, is: Json, where: string, direction: Direction): readonly string[] {
  const isSafe = direction === 'request' ? accepts(was.type, is.type) : accepts(is.type, was.type);
  const hasFormat = direction === 'request' || was.format === undefined || was.format === is.format;
  return isSafe && hasFormat ? [] : [`${where} has another type or format`];
}

function compareForms(was: Json, is: Json, where: string, comparison: Comparison): readonly string[] {
  const { direction } = comparison;
  const at = (name: string) => (where === '' ? name : `${where}.${name}`);
  const [fields, present] = [Object.keys(was.properties ?? {}), is.properties ?? {}];
  const [wasRequired, isRequired]: readonly string[][] = [was.required ?? [], is.required ?? []];
  const [needed = [], known = []] =
    direction === 'request' ? [isRequired, wasRequired] : [wasRequired, isRequired];
  const kept = fields.filter((name) => name in present);
  const isRecord =
    typeof was.additionalProperties === 'object' && typeof is.additionalProperties === 'object';
  return [
    ...typeChange(was, is, where, direction),
    ...(direction === 'request' ? tightened(was, is, where) : []),
    ...fields.filter((name) => !(name in present)).map((name) => `${at(name)} is removed`),
    ...needed
      .filter((name) => !known.includes(name) && name in present)
      .map((name) => `${at(name)} ${direction === 'request' ? 'is required' : 'can be missing'}`),
    ...kept.flatMap((name) => compare(was.properties[name], present[name], at(name), comparison)),
    ...(was.items && is.items ? compare(was.items, is.items, `${where}[]`, comparison) : []),
    ...(isRecord ? compare(was.additionalProperties, is.additionalProperties, at('*'), comparison) : []),
  ];
}
