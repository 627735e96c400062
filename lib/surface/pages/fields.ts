// Shows a schema of the OpenAPI document as a list of fields.
import { escapeHtml } from '#lib/access/email/rules/html.ts';
import { nameInReference, type Schema } from '#lib/surface/api/json-schema.ts';
import { renderInline, renderMarkdown } from './markdown.ts';

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

type Schemas = Readonly<Record<string, Schema>>;

/** These keywords are shown as they are, with their values. */
const shown = {
  format: 'format',
  minimum: 'at least',
  exclusiveMinimum: 'more than',
  maximum: 'at most',
  exclusiveMaximum: 'less than',
  minLength: 'min. characters',
  maxLength: 'max. characters',
  minItems: 'min. items',
  maxItems: 'max. items',
  default: 'default',
} as const;

const isNull = ({ type, const: value }: Schema): boolean => type === 'null' || value === null;

/** The values of an extensible enum are shown with the type. */
const knownValues = / ?Known values: `[^`]*`(?:, `[^`]*`)*\./;

function descriptionOf({ description = '', 'x-extensible-enum': values }: Schema): string {
  const text = values === undefined ? description : description.replace(knownValues, '');
  if (text === '') return '';
  return `<div>${text.includes('\n') ? renderMarkdown(text) : renderInline(text)}</div>`;
}

/** A description with a list explains each value. */
function valuesOf({ description = '', enum: values, 'x-extensible-enum': known = [] }: Schema): string {
  if (values !== undefined) return `one of ${values.map(code).join(', ')}`;
  if (description.includes('\n')) return 'one of these values (more may follow)';
  return `one of ${known.map(code).join(', ')} (more may follow)`;
}

const code = (value: unknown): string =>
  `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;

/** Lists the fields of schemas. A schema inside of itself is shown by its name. */
export function newFieldLists(schemas: Schemas) {
  const resolve = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    const { $ref, ...beside } = schema;
    return { ...resolve(schemas[nameInReference($ref)] ?? {}), ...beside };
  };

  const variantsOf = (schema: Schema): readonly Schema[] => {
    const { anyOf, oneOf } = resolve(schema);
    return (anyOf ?? oneOf ?? []).filter((variant) => !isNull(resolve(variant)));
  };

  const typeOf = (schema: Schema): string => {
    const resolved = resolve(schema);
    const { type, items, enum: values, const: value, 'x-extensible-enum': known } = resolved;
    const variants = variantsOf(schema);
    if (value !== undefined) return code(value);
    if (values !== undefined || known !== undefined) return valuesOf(resolved);
    if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' or ');
    const types = [type ?? 'any'].flat().filter((name) => name !== 'null');
    if (types.includes('array') && items !== undefined) return `array of ${typeOf(items)}`;
    return types.join(' or ');
  };

  const canBeNull = (schema: Schema): boolean => {
    const { type, anyOf = [], oneOf = [] } = resolve(schema);
    return [type].flat().includes('null') || [...anyOf, ...oneOf].some((variant) => isNull(resolve(variant)));
  };

  const limitsOf = (schema: Schema): readonly string[] => {
    const resolved = resolve(schema);
    const [only] = variantsOf(schema);
    const limits = Object.entries(shown).flatMap(([keyword, label]) => {
      const { [keyword]: value }: Readonly<Record<string, unknown>> = { ...resolved };
      return value === undefined ? [] : [`${label} ${code(value)}`];
    });
    return [...limits, ...(only === undefined || variantsOf(schema).length > 1 ? [] : limitsOf(only))];
  };

  const inner = (schema: Schema, path: readonly Schema[]): string => {
    const resolved = resolve(schema);
    if (path.includes(resolved) || path.length > 12) return '';
    const next = [...path, resolved];
    const { properties, items, required = [] } = resolved;
    if (properties !== undefined)
      return listOf(
        Object.entries(properties).map(([name, field]) => ({
          name,
          schema: field,
          isRequired: required.includes(name),
        })),
        next,
      );
    if (items !== undefined) return inner(items, next);
    const variants = variantsOf(schema)
      .map((variant) => inner(variant, next))
      .filter((html) => html !== '');
    if (variants.length < 2) return variants.join('');
    return variants.map((html, index) => `<p>Variant ${index + 1}</p>${html}`).join('');
  };

  const row = ({ name, schema, isRequired }: Field, path: readonly Schema[]): string => {
    const facts = [typeOf(schema), canBeNull(schema) ? 'or null' : '', ...limitsOf(schema)];
    const nested = inner(schema, path);
    return (
      `<li><code class="field">${escapeHtml(name)}</code> ${isRequired ? '<strong>required</strong> ' : ''}` +
      `<span class="facts">${facts.filter((fact) => fact !== '').join(' · ')}</span>` +
      descriptionOf(resolve(schema)) +
      (nested === '' ? '' : `<details><summary>Fields of ${code(name)}</summary>${nested}</details>`) +
      '</li>'
    );
  };

  const listOf = (fields: readonly Field[], path: readonly Schema[] = []): string =>
    fields.length === 0 ? '' : `<ul class="fields">${fields.map((field) => row(field, path)).join('')}</ul>`;

  return { listOf, fieldsIn: (schema: Schema) => inner(schema, []) };
}
