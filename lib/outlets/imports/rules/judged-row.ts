// Defines a row with what would happen with it, or has happened.
import type { Result } from '#lib/outlets/imports/schema/stored.ts';
import type { ParsedRow } from './row.ts';

export interface JudgedRow extends Pick<ParsedRow, 'number' | 'cells'> {
  readonly result: Result;
  readonly isDone: boolean;
}
