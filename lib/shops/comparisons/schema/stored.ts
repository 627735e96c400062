// Defines the stored items of reconciliations.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { formats, kinds } from '#lib/shops/comparisons/rules/limits.ts';

export const tasks = ['compare', 'apply'] as const;

const position = z.object({
  /** The index in the lists that the task goes through. */
  list: z.int(),
  /** The last sort key in a partition. */
  after: z.string().nullable(),
});

export const storedReconciliation = z.object({
  id: idSchema('reconciliation'),
  brandId: idSchema('brand'),
  connectionId: idSchema('connection'),
  /** Selects the item in the stream. */
  type: z.literal('reconciliation'),
  format: z.enum(formats),
  /** A worker has steps to take. */
  status: z.enum(['running', 'completed', 'failed']),
  task: z.enum(tasks),
  /** The number of orders in the file. */
  orders: z.int(),
  /** The times of the first and the last order of the file. */
  from: instant,
  to: instant,
  /** The next order or difference of the task. */
  position,
  counts: z.object({
    equal: z.int(),
    missing: z.int(),
    different: z.int(),
    unknown: z.int(),
    notAttributed: z.int(),
    ignored: z.int(),
    unreadable: z.int(),
  }),
  /** The results of applied differences. */
  applied: z.int(),
  failed: z.int(),
  problems: z.array(z.object({ row: z.int(), message: z.string() })),
  /** The differences to apply, or null for all that are applicable. */
  wanted: z.array(idSchema('difference')).nullable(),
  /** The person or key that began the task. */
  actor: z.object({ id: z.string(), requestId: z.string().optional() }),
  failure: z.string().nullable(),
  createdAt: instant,
  completedAt: instant.nullable(),
  /** The time at which the file was deleted early, because personal data was erased. */
  deletedAt: instant.nullable(),
  revision: z.int(),
  /** The time to live of the item, in epoch seconds. */
  expiresAt: z.int(),
});
export type Reconciliation = z.output<typeof storedReconciliation>;

export const proposals = ['record', 'correct', 'cancel', 'none'] as const;
export const differenceStates = ['open', 'applied', 'failed'] as const;

export const storedDifference = z.object({
  id: idSchema('difference'),
  brandId: idSchema('brand'),
  reconciliationId: idSchema('reconciliation'),
  kind: z.enum(kinds),
  orderId: z.string(),
  /** The recorded order and its version. Null for a missing one. */
  conversionId: idSchema('conversion').nullable(),
  seenRevision: z.int().nullable(),
  proposal: z.enum(proposals),
  changes: z.array(
    z.object({ field: z.string(), recorded: z.string().nullable(), shop: z.string().nullable() }),
  ),
  status: z.enum(differenceStates),
  reason: z.string().nullable(),
  createdAt: instant,
  revision: z.int(),
  expiresAt: z.int(),
});
export type Difference = z.output<typeof storedDifference>;
