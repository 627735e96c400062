// An esbuild plugin that drops the schemas that a function does not use. docs/decisions/0024
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const lazySchema = /^((?:export )?const \w+ = )(?=z\.lazy\()/gm;

/** esbuild keeps a call whose result nobody uses, because the call could have side effects. `z.lazy` has none. */
export const unusedSchemas: Plugin = {
  name: 'unused-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]lib[/\\].+\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replace(lazySchema, '$1/* @__PURE__ */ '), loader: 'ts' };
    });
  },
};
