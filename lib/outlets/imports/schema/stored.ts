// Defines the stored items of imports.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { importFields, importTypes } from '#lib/outlets/imports/rules/fields.ts';
import { importSources } from '#lib/outlets/imports/rules/sources.ts';

export const storedColumn = z.object({ header: z.string(), field: z.enum(importFields).nullable() });

export const importActions = ['create', 'update', 'unchanged', 'skip', 'fail'] as const;

export const onExisting = z.enum(['skip', 'update']);

export const storedImport = z.object({
  id: idSchema('import'),
  brandId: idSchema('brand'),
  /** Selects the item in the stream. */
  type: z.literal('import'),
  kind: z.enum(importTypes),
  /** The program that has written the file. */
  source: z.enum(importSources).default('general'),
  status: z.enum(['ready', 'running', 'completed', 'canceled', 'failed']),
  columns: z.array(storedColumn),
  /** The number of rows of the file. */
  rows: z.int(),
  onExisting,
  /** True if new creators without a status are invited. Otherwise they are active. */
  invite: z.boolean(),
  /** The number of starts. A later start repeats only the rows that failed. */
  run: z.int(),
  /** The index of the next row of this run. */
  next: z.int(),
  counts: z.record(z.enum(importActions), z.int()),
  /** The person or key that started the import. Null before the first start. */
  actor: z.object({ id: z.string(), requestId: z.string().optional() }).nullable(),
  failure: z.string().nullable(),
  createdAt: instant,
  completedAt: instant.nullable(),
  /** The time at which the file was deleted early, because personal data was erased. */
  deletedAt: instant.nullable(),
  revision: z.int(),
  /** The time to live of the item, in epoch seconds. */
  expiresAt: z.int(),
});
export type Import = z.output<typeof storedImport>;

export const storedProblem = z.object({
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
});
export type Result = z.output<typeof storedResult>;
