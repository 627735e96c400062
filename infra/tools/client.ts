// `npm run client` writes the types and the table of operations of the TypeScript client, lib/client, from the contract.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ApiDocument } from '#lib/surface/api/json-schema.ts';
import { openApiDocument } from '#lib/surface/api/openapi.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { actionsFile } from './client-actions.ts';
import {
  type ClientOperation,
  clientOperations,
  queryDeclaration,
  signatures,
  tableEntry,
} from './client-operations.ts';
import { addNames, comment, discriminatorsIn, type Schemas, TypePrinter } from './client-types.ts';

const folder = 'lib/client/generated';
const header = '// Written by `npm run client`. Do not edit.\n';

const byDomain = (operations: readonly ClientOperation[]) =>
  Object.entries(Object.groupBy(operations, ({ domain }) => domain));

function operationsFile(operations: readonly ClientOperation[]): string {
  const domains = byDomain(operations).map(
    ([domain, all = []]) =>
      `  ${domain}: {\n${all.map((one) => `    ${one.method}: '${tableEntry(one)}',\n`).join('')}  },\n`,
  );
  return `${header}export const operations = {\n${domains.join('')}} as const;\n`;
}

/** The bodies of webhooks. They are events of the feed, too. */
const eventSchemas = ({ webhooks }: ApiDocument) =>
  Object.values(webhooks).flatMap(({ post }) => post.requestBody?.content['application/json']?.schema ?? []);

function declarations(document: ApiDocument, operations: readonly ClientOperation[]): readonly string[] {
  const schemas: Schemas = document.components.schemas;
  const collect = (found: readonly unknown[]) => addNames(found, schemas, new Set());
  const requests = collect(operations.flatMap(({ body, query }) => [body, query]));
  const events = eventSchemas(document);
  const used = collect([...operations.flatMap(({ answers }) => answers), ...events]);
  const errors = collect([{ $ref: 'ErrorDetail' }, { $ref: 'ErrorChallenge' }]);
  const discriminators = discriminatorsIn([schemas, { anyOf: events }], schemas);
  const names = [...new Set([...requests, ...used, ...errors])].toSorted();
  const union = new Set(events.flatMap(({ $ref = '' }) => $ref.split('/').at(-1) ?? []));
  const codes = schemas.ErrorCode ?? {};
  const printerOf = (name: string) =>
    new TypePrinter(requests.has(name) ? 'request' : 'response', discriminators);
  const bases = new Map(
    names.flatMap((name) => {
      const fields = printerOf(name).fields(name, schemas[name] ?? {});
      return fields === undefined ? [] : [[name, fields] as const];
    }),
  );
  return [
    ...names.map((name) => printerOf(name).declaration(name, schemas[name] ?? {}, bases)),
    ...operations.flatMap((operation) => queryDeclaration(operation) ?? []),
    `${comment('The body of a webhook. `type` tells the events apart.')}export type WebhookEvent = ${[...union].join(' | ')};\n`,
    `${comment('The codes of errors that this version of the client knows.')}export type KnownErrorCode = ${[
      ...((codes['x-extensible-enum'] ?? codes.enum ?? []) as readonly string[]),
    ]
      .map((code) => `'${code}'`)
      .join(' | ')};\n`,
  ];
}

function typesFile(document: ApiDocument, operations: readonly ClientOperation[]): string {
  const domains = byDomain(operations).map(
    ([domain, all = []]) =>
      `  ${domain}: {\n${all.map((one) => signatures(one, document.components.schemas)).join('')}  };\n`,
  );
  const importOf = (names: string, file: string) => `import type { ${names} } from '../${file}.ts';\n`;
  const imports = `${importOf('RequestOptions', 'options')}${importOf('Call, ListCall', 'results')}`;
  const client = `${comment('The operations of the API by domain.')}export interface Client {\n${domains.join('')}}\n`;
  return [`${header}${imports}`, client, ...declarations(document, operations)].join('\n');
}

/** Returns the content of each generated file by its path. */
export function clientFiles(): Readonly<Record<string, string>> {
  const document = openApiDocument(routes);
  const operations = clientOperations(document);
  return {
    [`${folder}/actions.ts`]: `${header}${actionsFile(document, operations)}`,
    [`${folder}/operations.ts`]: operationsFile(operations),
    [`${folder}/types.ts`]: typesFile(document, operations),
  };
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(clientFiles())) writeFileSync(path, text);
}
