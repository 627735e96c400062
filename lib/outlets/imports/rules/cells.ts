// Finds the cells of a row by the fields of their columns.
import type { Import } from '#lib/outlets/imports/schema/stored.ts';
import type { ImportField } from './fields.ts';
import type { FileRow } from './file.ts';

export type Cells = { readonly [Field in ImportField]?: string };

export function cellsOf({ values }: FileRow, columns: Import['columns']): Cells {
  const pairs = columns.flatMap(({ field }, index) => {
    const text = values[index] ?? '';
    return field === null || text === '' ? [] : [[field, text] as const];
  });
  return Object.fromEntries(pairs);
}
