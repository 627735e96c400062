// Describes the operations of the OpenAPI document for the TypeScript client: how to send each, and the type of its method.
import { type ApiDocument, nameInReference, type Operation } from '#lib/surface/api/json-schema.ts';
import { comment, type Schema, type Schemas, TypePrinter } from './client-types.ts';

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface ClientOperation {
  readonly domain: string;
  /** `conversions.get.byOrderId` is the method `getByOrderId`. */
  readonly method: string;
  readonly verb: string;
  readonly path: string;
  readonly summary: string;
  readonly query: readonly Parameter[];
  readonly takesKey: boolean;
  readonly body: Schema | undefined;
  readonly needsBody: boolean;
  /** The JSON of a success has one of these schemas. */
  readonly answers: readonly Schema[];
  readonly isText: boolean;
  readonly isList: boolean;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const resolved = (schema: Schema | undefined, schemas: Schemas): Schema =>
  (schema?.$ref === undefined ? schema : schemas[nameInReference(schema.$ref)]) ?? {};

/** Pages are followed by `meta.cursor`, the events by `meta.after`. */
function isListOf(answer: Schema | undefined, schemas: Schemas): boolean {
  const { data, meta } = resolved(answer, schemas).properties ?? {};
  const pages = resolved(meta, schemas).properties ?? {};
  return data?.type === 'array' && ('cursor' in pages || 'after' in pages);
}

function operationOf(verb: string, path: string, operation: Operation, schemas: Schemas): ClientOperation {
  const { operationId, summary, requestBody, responses, parameters = [] } = operation;
  const [domain = '', ...names] = operationId.split('.');
  const all = parameters as readonly Parameter[];
  const contents = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content = {} }]) => content);
  const answers = contents.flatMap((content) => content['application/json']?.schema ?? []);
  return {
    domain,
    method: names.map((name, index) => (index === 0 ? name : capitalized(name))).join(''),
    verb: verb.toUpperCase(),
    path,
    summary,
    query: all.filter((parameter) => parameter.in === 'query'),
    takesKey: all.some(({ name }) => name === 'Idempotency-Key'),
    body: requestBody?.content['application/json']?.schema,
    needsBody: requestBody?.required === true,
    answers,
    isText: answers.length === 0 && contents.some((content) => Object.keys(content).length > 0),
    isList: verb === 'get' && isListOf(answers[0], schemas),
  };
}

const isImage = (content: object): boolean => Object.keys(content).some((type) => type.startsWith('image/'));

/** Redirects, pages and images are for browsers. */
const isForPeople = ({ responses }: Operation): boolean =>
  Object.entries(responses).some(
    ([status, { content = {} }]) => status.startsWith('3') || 'text/html' in content || isImage(content),
  );

export const clientOperations = ({
  paths,
  components: { schemas },
}: ApiDocument): readonly ClientOperation[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => !isForPeople(operation))
      .map(([verb, operation]) => operationOf(verb, path, operation, schemas)),
  );

/** Returns the line of the table that `lib/client/index.ts` reads: `POST /conversions body ?dryRun key`. */
export function tableEntry({ verb, path, query, takesKey, body, isList }: ClientOperation): string {
  const names = query.map(({ name }) => name).join(',');
  const input =
    body === undefined ? (names === '' ? [] : ['query']) : ['body', ...(names ? [`?${names}`] : [])];
  return [verb, path, ...input, ...(takesKey ? ['key'] : []), ...(isList ? ['list'] : [])].join(' ');
}

const nameOf = ({ domain, method }: ClientOperation): string =>
  `${capitalized(domain)}${capitalized(method)}`;
const queryTypeOf = (operation: ClientOperation): string => `${nameOf(operation)}Query`;

/** Returns the declaration of the query of an operation, or undefined if it has none. */
export function queryDeclaration(operation: ClientOperation): string | undefined {
  const { query, verb, path } = operation;
  if (query.length === 0) return undefined;
  const properties = Object.fromEntries(
    query.map(({ name, description, schema }) => [name, { ...schema, ...(description && { description }) }]),
  );
  return new TypePrinter('request', new Set()).declaration(queryTypeOf(operation), {
    type: 'object',
    description: `The query of \`${verb} ${path}\`.`,
    properties,
    required: query.filter((parameter) => parameter.required).map(({ name }) => name),
  });
}

/** Answers have no preview unless the request is a dry run. */
function withoutPreviews(schema: Schema, schemas: Schemas): readonly Schema[] {
  const { anyOf, properties, ...others } = resolved(schema, schemas);
  if (anyOf !== undefined) return anyOf.flatMap((one) => withoutPreviews(one, schemas));
  const data = properties?.data ?? {};
  const variants = resolved(data, schemas).anyOf ?? [data];
  const anyFinal = variants.filter(({ $ref }) => $ref?.endsWith('Preview') !== true);
  if (anyFinal.length === 0) return [];
  if (anyFinal.length === variants.length) return [schema];
  return [{ ...others, properties: { ...properties, data: { anyOf: anyFinal } } }];
}

function returnType({ answers, isText, isList }: ClientOperation): string {
  if (isText) return 'Call<string>';
  if (answers.length === 0) return 'Call<undefined>';
  const printer = new TypePrinter('response', new Set());
  const types = new Set(
    answers.map((answer) => printer.print({ ...answer, description: undefined } as Schema, '    ')),
  );
  return `${isList ? 'ListCall' : 'Call'}<${[...types].join(' | ')}>`;
}

/** Returns the signatures of the method of an operation. A request that may be a dry run can also return a preview. */
export function signatures(operation: ClientOperation, schemas: Schemas): string {
  const { method, verb, path, summary, query, body, needsBody } = operation;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`);
  const isNeeded = needsBody || query.some(({ required }) => required);
  const signature = (answers: readonly Schema[], dryRun?: string): string => {
    const types = [
      ...(body ? [new TypePrinter('request', new Set()).print(body, '    ')] : []),
      ...(query.length > 0 ? [queryTypeOf(operation)] : []),
      ...(dryRun ? [`{ ${dryRun} }`] : []),
    ];
    const mark = isNeeded || dryRun === 'dryRun: boolean' ? '' : '?';
    const input = types.length === 0 ? [] : [`input${mark}: ${types.join(' & ')}`];
    const parameters = [...ids, ...input, 'options?: RequestOptions'].join(', ');
    const purpose = comment(`${summary}: \`${verb} ${path}\`.`, '    ');
    return `${purpose}    ${method}(${parameters}): ${returnType({ ...operation, answers })};\n`;
  };
  const final = operation.answers.flatMap((answer) => withoutPreviews(answer, schemas));
  const { answers } = operation;
  if (final.length === answers.length && final.every((answer) => answers.includes(answer)))
    return signature(answers);
  return `${signature(final, 'dryRun?: false')}${signature(operation.answers, 'dryRun: boolean')}`;
}
