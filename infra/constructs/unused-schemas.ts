// An esbuild plugin that drops what functions do not use: schemas, the metadata of schemas, and the texts of endpoints. docs/decisions/0024
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const lazySchema = /^((?:export )?const \w+ = )(?=(?:z\.lazy|listQuerySchema)\()/gm;

/** A text in quotes, or a bracket. Quotes must be skipped, because texts contain brackets. */
const token = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|[()]/g;

/** Returns the index after the bracket that closes the one before `start`. */
function endOfCall(text: string, start: number): number {
  let depth = 1;
  for (const { 0: found, index } of text.slice(start).matchAll(token)) {
    if (found === '(') depth += 1;
    if (found === ')') depth -= 1;
    if (depth === 0) return start + index + 1;
  }
  throw new Error('A call of `.meta(` has no end');
}

const callOfMeta = /\s*\.meta\(/g;

/** Only the OpenAPI document needs descriptions and examples. Keeps the line breaks, so that stack traces name the right lines. */
export function withoutMetadata(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { 0: call, index } of text.matchAll(callOfMeta)) {
    if (index < done) continue;
    const end = endOfCall(text, index + call.length);
    parts.push(text.slice(done, index), text.slice(index, end).replaceAll(/[^\n]/g, ''));
    done = end;
  }
  return parts.join('') + text.slice(done);
}

/** A property of an endpoint, which has the indentation of the formatter, until the next property, a spread or the end of the endpoint. */
const endpointText = /^ {4}(?:summary|description):[\s\S]*?(?=^ {4}(?:\w|\.\.\.)|^ {2}\})/gm;

/** Only the OpenAPI document and the tables of the documents need the texts of endpoints. */
export const withoutEndpointTexts = (text: string): string =>
  text.replaceAll(endpointText, (found) => found.replaceAll(/[^\n]/g, ''));

/** esbuild keeps a call whose result nobody uses, because the call could have side effects. `z.lazy` and `listQuerySchema` have none. */
export const unusedSchemas: Plugin = {
  name: 'unused-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]lib[/\\].+\.ts$/ }, async ({ path }) => {
      const source = withoutMetadata(await readFile(path, 'utf8'));
      const text = path.endsWith('routes.ts') ? withoutEndpointTexts(source) : source;
      return { contents: text.replace(lazySchema, '$1/* @__PURE__ */ '), loader: 'ts' };
    });
  },
};
