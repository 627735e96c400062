// Tests the table of error codes against the code, the OpenAPI document and docs/reference/errors.md.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorsPath } from '#infra/tools/documents.ts';
import { type ErrorCode, errorCodes } from '#lib/foundation/shared/error-codes.ts';
import { resources } from '#lib/foundation/shared/resources.ts';
import { interfaceDocument } from '#lib/surface/api/document.ts';
import { errorCodesOf, statusOfCode } from '#lib/surface/api/error-codes.ts';
import { documentedPathOf } from '#lib/surface/api/openapi.ts';
import { routes } from '#lib/surface/api/routes.ts';
import type { Json } from '#test/support/json.ts';
import { sourcesIn } from '#test/support/sources.ts';

const document: Json = interfaceDocument();
const all = Object.values(errorCodes).flatMap((codes) => Object.keys(codes)) as readonly ErrorCode[];

/** Contracts declare codes but do not throw errors. */
const throwing = ['lib', 'functions', 'infra/local']
  .flatMap(sourcesIn)
  .filter(({ path }) => !/error-codes\.ts$|shared\/resources\.ts$|\/routes\.ts$/.test(path));

/** The last argument of `notFound` and `getExisting` determines the code. */
const missingCodes = throwing.flatMap(({ code }) =>
  [...code.matchAll(/\b(?:notFound\(|getExisting\([^;]*?, )'(\w+)'\)/gs)].map(
    ([, resource = '']) => Object(resources)[resource]?.code,
  ),
);
const isThrown = (errorCode: ErrorCode): boolean =>
  throwing.some(({ code }) => code.includes(`'${errorCode}'`)) || missingCodes.includes(errorCode);

describe('the table of error codes', () => {
  test('contains unique codes in snake case, each with a description', () => {
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
    const descriptions = Object.values(errorCodes).flatMap((codes) => Object.values<string>(codes));
    expect(descriptions.filter((text) => !/^[A-Z`].{10,}\.$/.test(text))).toEqual([]);
  });

  test('contains no code that nothing throws', () => {
    expect(all.filter((code) => !isThrown(code))).toEqual([]);
  });

  test('the OpenAPI document lists every error code in its enum, and describes each', () => {
    const { 'x-extensible-enum': documented, description } = document.components.schemas.ErrorCode;
    expect(documented).toEqual(all);
    expect(all.filter((code) => !description.includes(`- \`${code}\`: `))).toEqual([]);
  });

  test('docs/reference/errors.md contains every error code with its status', () => {
    const rows = readFileSync(errorsPath, 'utf8').split('\n');
    const isListed = (code: ErrorCode) =>
      rows.some((row) => row.includes(`\`${code}\``) && row.includes(` | ${statusOfCode(code)} | `));
    expect(all.filter((code) => !isListed(code))).toEqual([]);
  });
});

describe.each(routes)('$method /v1$path', (route) => {
  const { responses, 'x-error-codes': listed } =
    document.paths[documentedPathOf(route)][route.method.toLowerCase()];

  test('lists its error codes, and has a response for the status of each', () => {
    expect(listed).toEqual(errorCodesOf(route));
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(listed.map((code: ErrorCode) => `${statusOfCode(code)}`)),
    );
  });

  test('declares item errors if and only if it answers with a batch', () => {
    expect(route.itemErrors !== undefined).toBe(route.answer.kind === 'batch');
  });
});
