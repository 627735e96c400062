// Defines the kinds, the statuses and the stored item of disputes.
import * as z from 'zod';
import { storedAnnotations } from '#lib/foundation/shared/annotations.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

export const disputeKind = z
  .enum(['missingOrder', 'attribution', 'rejectedCommission', 'commissionAmount'])
  .meta({
    description:
      '`missingOrder`: the brand has not recorded the order. `attribution`: the order belongs to another creator, or to nobody. ' +
      '`rejectedCommission`: the commission is rejected. `commissionAmount`: the commission is too small.',
  });
export type DisputeKind = z.output<typeof disputeKind>;

export const disputeStatus = z.enum(['open', 'accepted', 'rejected', 'withdrawn']).meta({
  description:
    '`open`: waits for a decision of the brand. `accepted`, `rejected`: decided by an admin. `withdrawn`: the creator no longer asks. ' +
    'All but `open` are final.',
});
export type DisputeStatus = z.output<typeof disputeStatus>;

const textOrNull = z.string().nullable();

export const sharedFields = () => ({
  id: idSchema('dispute'),
  affiliateId: idSchema('affiliate').meta({ description: 'The creator who disputes.' }),
  kind: disputeKind,
  orderId: textOrNull.meta({
    description:
      'Your id of the disputed order, also that of the commission. Null if the request named neither.',
  }),
  conversionId: idSchema('conversion').nullable().meta({
    description: 'The disputed conversion. Null if the request named none.',
  }),
  commissionId: idSchema('commission').nullable().meta({
    description: 'The disputed commission. Null if the request named none.',
  }),
  message: textOrNull.meta({
    description: 'The message of the creator. Null after an erasure of the creator.',
  }),
  status: disputeStatus,
  reason: textOrNull.meta({
    description: 'Why the dispute was closed. Null for none, and after an erasure of the creator.',
  }),
  resolution: z
    .object({
      conversionId: idSchema('conversion').nullable().meta({
        description: 'The conversion that was recorded or changed for the creator. Null for none.',
      }),
      commissionId: idSchema('commission').nullable().meta({
        description: 'The commission that was restored, changed or created. Null for none.',
      }),
    })
    .nullable()
    .meta({ description: 'What you have done for the creator. Null if `accept` did not say it.' }),
  decidedBy: z
    .union([idSchema('user'), idSchema('apiKey')])
    .nullable()
    .meta({
      description:
        'The user or the API key that closed the dispute. Null while it is open, and if an erasure of the creator has closed it.',
    }),
  decidedAt: instant.nullable().meta({ description: 'When the dispute was closed. Null while it is open.' }),
  createdAt: instant.meta({ description: 'When the dispute was opened.' }),
});

export const storedDispute = z.object({
  ...sharedFields(),
  ...storedAnnotations(),
  brandId: idSchema('brand'),
  revision: z.int(),
});
export type Dispute = z.output<typeof storedDispute>;
