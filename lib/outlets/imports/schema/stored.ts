// Defines the stored items of imports.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { importFields, importTypes } from '#lib/outlets/imports/rules/fields.ts';
import { importSources } from '#lib/outlets/imports/rules/sources.ts';

const storedColumn = z.object({ header: z.string(), field: z.enum(importFields).nullable() });

export const importActions = ['create', 'update', 'unchanged', 'skip', 'fail'] as const;

export const onExisting = z.enum(['skip', 'update']);

export const importStatuses = [
  'ready',
  'running',
  'completed',
  'canceled',
  'failed',
  'undoing',
  'undone',
] as const;

export const storedImport = z.object({
  id: idSchema('import'),
  brandId: idSchema('brand'),
  /** Selects the item in the stream. */
  type: z.literal('import'),
  kind: z.enum(importTypes),
  /** The program that has written the file. */
  source: z.enum(importSources).default('general'),
  status: z.enum(importStatuses),
  columns: z.array(storedColumn),
  /** The number of rows of the file. */
  rows: z.int(),
  onExisting,
  /** True if new creators without a status are invited. Otherwise they are active. */
  invite: z.boolean(),
  /** The number of starts. A later start repeats only the rows that failed. */
  run: z.int(),
  /** The index of the next row of this run. During an undo, the number of the last row. */
  next: z.int(),
  counts: z.record(z.enum(importActions), z.int()),
  /** The person or key that started the import. Null before the first start. */
  actor: z.object({ id: z.string(), requestId: z.string().optional() }).nullable(),
  failure: z.string().nullable(),
  createdAt: instant,
  completedAt: instant.nullable(),
  /** The numbers of rows that an undo has undone or kept. Null before an undo. */
  undo: z.object({ undone: z.int(), kept: z.int() }).nullable().default(null),
  /** The time at which the file was deleted early, because personal data was erased. */
  deletedAt: instant.nullable(),
  revision: z.int(),
  /** The time to live of the item, in epoch seconds. */
  expiresAt: z.int(),
});
export type Import = z.output<typeof storedImport>;

const storedProblem = z.object({
  field: z.enum(importFields).nullable(),
  message: z.string(),
  suggestion: z.string().nullable(),
});
export type Problem = z.output<typeof storedProblem>;

/** Has no value of the row, so that only the file has personal data. */
export const storedResult = z.object({
  action: z.enum(importActions),
  affiliateId: idSchema('affiliate').nullable(),
  problems: z.array(storedProblem),
  /** The order that the row has created. */
  conversionId: idSchema('conversion').optional(),
  /** The result of an undo. The reason says why the row stays. */
  undo: z.object({ isUndone: z.boolean(), reason: z.string().nullable() }).optional(),
});
export type Result = z.output<typeof storedResult>;
