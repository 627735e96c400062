// Reads the project's source files and their imports for the architecture tests.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Import {
  /** A project file (`lib/foundation/table/keys.ts`) or a package (`zod`, `node:crypto`, `@middy/core`). */
  readonly target: string;
  readonly isPackage: boolean;
  /** Whether the import is erased at runtime: `import type`, or only `type` names in the braces. */
  readonly isTypeOnly: boolean;
}

export interface Source {
  readonly path: string;
  readonly text: string;
  /** The text without comments. */
  readonly code: string;
  readonly lines: number;
  readonly imports: readonly Import[];
}

const root = join(import.meta.dirname, '../..');

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');

const staticImport = /\b(?:import|export)\s+(type\s+)?(?:([\w$*{}\s,]+?)\s+from\s+)?'([^'\n]+)'/g;
const dynamicImport = /\bimport\(\s*(?:new URL\(\s*)?([`'"])(.+?)\1/g;
const typeNamesOnly = /^\{\s*(?:type\s+[\w$]+(?:\s+as\s+[\w$]+)?\s*,?\s*)+\}$/;

function targetOf(specifier: string, importer: string): Pick<Import, 'target' | 'isPackage'> {
  if (specifier.startsWith('#')) return { target: specifier.slice(1), isPackage: false };
  if (specifier.startsWith('.')) return { target: join(dirname(importer), specifier), isPackage: false };
  return { target: specifier, isPackage: true };
}

function importsIn(code: string, importer: string): readonly Import[] {
  const statements = [...code.matchAll(staticImport)].map(([, type, names = '', specifier = '']) => ({
    ...targetOf(specifier, importer),
    isTypeOnly: type !== undefined || typeNamesOnly.test(names.trim()),
  }));
  const calls = [...code.matchAll(dynamicImport)].map(([, , specifier = '']) => ({
    ...targetOf(specifier, importer),
    isTypeOnly: false,
  }));
  return [...statements, ...calls];
}

function read(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  const code = withoutComments(text);
  return { path, text, code, lines: text.trimEnd().split('\n').length, imports: importsIn(code, path) };
}

export const sourcesIn = (folder: string): readonly Source[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => read(join(folder, file).replaceAll('\\', '/')))
    .sort((one, other) => one.path.localeCompare(other.path));
