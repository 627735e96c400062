// Defines a row with what would happen with it, or has happened.
import type { Import, Result } from '#lib/outlets/imports/schema/stored.ts';
import type { ParsedRow } from './row.ts';

export interface JudgedRow extends Pick<ParsedRow, 'number' | 'cells'> {
  readonly result: Result;
  readonly isDone: boolean;
}

export interface RowsPage {
  readonly rows: readonly JudgedRow[];
  readonly next: number | null;
  /** The rows of the whole file by what happens with them. Null if they were not wanted. */
  readonly counts: Import['counts'] | null;
}
