// Defines the fields that the responses of all batch requests have.
import * as z from 'zod';

export const itemIndex = z.int().meta({ description: 'The place of the item in the request, from 0.' });

const statuses = {
  created: 'The item was created.',
  approved: 'The commission is approved.',
  rejected: 'The commission is rejected.',
  attributed: 'The order has the creator of the request, or none.',
  existing: 'The item existed already, or an earlier item of a dry run is the same.',
  preview: 'The request is a dry run: the item would be created.',
  failed: 'Nothing has changed. `error` says why.',
} as const;

export const itemStatus = <const Status extends keyof typeof statuses>(status: Status) =>
  z.literal(status).meta({ description: statuses[status] });

export type SuccessStatus = 'created' | 'approved' | 'rejected' | 'attributed';

const counts = {
  total: z.int().meta({ description: 'All items of the request.' }),
  failed: z.int().meta({ description: 'The items that failed.' }),
};

const batchTotals = {
  ...counts,
  cursor: z.string().nullable().meta({ description: 'Always null.' }),
};

/** A decision about the items that a filter selects can need several requests. */
const decisionTotals = {
  ...counts,
  cursor: z.string().nullable().meta({
    description: 'With a `filter`: not null if more may match. Send it to continue.',
  }),
};

export const batchMetas = {
  created: z
    .object({
      ...batchTotals,
      created: z.int().meta({ description: 'The items that this request has created.' }),
    })
    .meta({ id: 'BatchMeta', description: 'The counts of a bulk request.' }),
  approved: z
    .object({
      ...decisionTotals,
      approved: z.int().meta({ description: 'The commissions that are approved now.' }),
    })
    .meta({ id: 'ApprovalsMeta', description: 'The counts of a bulk approval.' }),
  rejected: z
    .object({
      ...decisionTotals,
      rejected: z.int().meta({ description: 'The commissions that are rejected now.' }),
    })
    .meta({ id: 'RejectionsMeta', description: 'The counts of a bulk rejection.' }),
  attributed: z
    .object({
      ...decisionTotals,
      attributed: z.int().meta({ description: 'The orders that have the creator of the request now.' }),
    })
    .meta({ id: 'AttributionsMeta', description: 'The counts of a bulk attribution.' }),
} as const satisfies Record<SuccessStatus, z.ZodType>;
