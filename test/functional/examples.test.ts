// Tests that the examples of the OpenAPI document are what the endpoints do. `npm run examples` records them anew.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvPathOf } from '#lib/foundation/contract/csv.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { type Example, examplesFolder, readExamples } from '#lib/surface/api/examples.ts';
import { documentedPathOf } from '#lib/surface/api/openapi.ts';
import { routes } from '#lib/surface/api/routes.ts';
import {
  exactDocument as document,
  problemsOf,
  resolved,
  withResponses,
} from '#test/support/api-document.ts';
import {
  byOrderId,
  csvFile,
  fieldsOf,
  type Place,
  recordExample,
  samePlace,
} from '#test/support/recorded-examples.ts';
import { createTestWorld } from '#test/support/world.ts';

interface Operation {
  readonly name: string;
  readonly route: Route;
  readonly path: string;
  readonly place: Place;
}

/** The operations of the OpenAPI document. A second path of an endpoint is an operation of its own. */
function operationsOf(route: Route): readonly Operation[] {
  const { name, alsoAt } = route;
  const csvPath = csvPathOf(route);
  return [
    { name, route, path: documentedPathOf(route), place: samePlace },
    ...(csvPath === undefined ? [] : [{ name: `${name}.csv`, route, path: csvPath, place: csvFile }]),
    ...(alsoAt === undefined
      ? []
      : [{ name: `${name}.${alsoAt.name}`, route, path: alsoAt.path, place: byOrderId }]),
  ];
}

const operations = routes.flatMap(operationsOf);
const found = new Map<string, Example>();

/** Writes one file for each domain. */
function write(examples: Readonly<Record<string, unknown>>): void {
  rmSync(examplesFolder, { recursive: true, force: true });
  mkdirSync(examplesFolder);
  const domains = Map.groupBy(Object.entries(examples), ([name]) => domainOf({ name }));
  for (const [domain, entries] of domains)
    writeFileSync(
      join(examplesFolder, `${domain}.json`),
      `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`,
    );
}

const domainOf = ({ name }: { readonly name: string }): string => name.split('.')[0] ?? '';

/** Each domain has a world of its own, so that a change of one domain does not change the examples of another. */
async function recordDomain(domain: readonly Operation[]): Promise<void> {
  const world = await createTestWorld();
  for (const { name, route, place } of domain) found.set(name, await recordExample(route, place, world));
}

beforeAll(async () => {
  await Promise.all(Map.groupBy(operations, domainOf).values().map(recordDomain));
  // An example whose fields and formats are the same stays, because its random values would only make noise.
  const present = readExamples();
  const isCurrent = (name: string) => isDeepStrictEqual(fieldsOf(present[name]), fieldsOf(found.get(name)));
  const recorded = operations.map(
    ({ name }) => [name, isCurrent(name) ? present[name] : found.get(name)] as const,
  );
  if (process.env.RECORD_EXAMPLES === 'yes') write(Object.fromEntries(recorded));
});

describe.each(operations)('the example of $name', ({ name, path, route: { method } }) => {
  const operation = withResponses(document.paths[path][method.toLowerCase()], document);
  test('an example has the fields and formats of a new recording (fix: npm run examples)', () => {
    expect(fieldsOf(readExamples()[name])).toEqual(fieldsOf(found.get(name)));
  });

  test('matches the schemas of the OpenAPI document, which contains it', () => {
    const { [name]: example } = readExamples();
    const responses = [
      [example?.status ?? 0, example?.response],
      [200, example?.unchanged],
    ] as const;
    for (const [status, response] of responses.filter(([, response]) => response !== undefined)) {
      const media = operation.responses[status].content['application/json'];
      expect(media.example).toEqual(response);
      expect(problemsOf(media.schema, response)).toEqual([]);
    }
    const body = operation.requestBody?.content['application/json'];
    if (example?.body !== undefined) {
      expect(body.example).toEqual(example.body);
      expect(problemsOf(resolved(body.schema, document), example.body)).toEqual([]);
    }
    expect(operation['x-codeSamples'][0].source).toContain(example?.path);
  });
});
