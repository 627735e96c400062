// Defines how a format of exports is read.
import type { FileRow } from '#lib/outlets/imports/rules/file.ts';
import type { Connection } from '#lib/shops/connections/schema/stored.ts';
import type { Cell } from './cells.ts';
import type { FileOrder } from './file-order.ts';

/** The rows of one order. */
export type Rows = readonly [FileRow, ...FileRow[]];

export interface ExportOf {
  readonly headers: readonly string[];
  readonly cellsOf: (row: FileRow) => Cell;
  readonly settings: Connection['settings'];
  /** The currency of the brand, for orders that name none. */
  readonly currency: string;
}

/** Reads the rows of one order. Throws `UnreadableRow`. */
export type Reader = (file: ExportOf) => (rows: Rows) => FileOrder;
