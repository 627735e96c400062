// Reads and writes the OpenAPI document of the last release. `npm run contract:accept` writes it after the changelog has a new section.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { openApiDocument } from '#lib/surface/api/openapi.ts';
import { routes } from '#lib/surface/api/routes.ts';
import type { Json } from '#test/support/json.ts';

const file = join(import.meta.dirname, 'landed-openapi.json.br');

const texts = ['description', 'summary', 'example', 'examples', 'x-codeSamples', 'x-error-codes'];

/** Leaves out texts and examples. A field can be named `description`: then its value is a schema. */
const withoutTexts = (name: string, value: unknown): unknown =>
  texts.includes(name) && (typeof value === 'string' || !/^(description|summary)$/.test(name))
    ? undefined
    : value;

/** The exact document, because the published one has no known values of responses in `enum`, and no variants. */
export const presentDocument = (): Json => JSON.parse(JSON.stringify(openApiDocument(routes), withoutTexts));

export const landedDocument = (): Json => JSON.parse(brotliDecompressSync(readFileSync(file)).toString());

if (import.meta.main) writeFileSync(file, brotliCompressSync(JSON.stringify(presentDocument())));
