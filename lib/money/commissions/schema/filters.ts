// Defines the filters of the commission list. They have their own file, so that the order endpoints do not bundle them.
import * as z from 'zod';
import { eventTime, listQuerySchema, severalOf } from '#lib/foundation/contract/paging.ts';
import { idFilter } from '#lib/foundation/shared/ids.ts';
import { expand } from '#lib/program/expansions/schema/query.ts';
import { commissionStatus } from './commission.ts';

export const commissionFilterSets = {
  status: ['status?'],
  affiliate: ['affiliateId', 'status?'],
  held: ['held'],
  conversion: ['conversionId'],
  campaign: ['campaignId'],
  payout: ['payoutId'],
  approved: ['approved'],
  paid: ['paid'],
} as const;

export const commissionFilters = listQuerySchema(
  {
    expand,
    status: severalOf(commissionStatus, commissionStatus.options, 'Commissions with one of these statuses.'),
    affiliateId: idFilter.optional().meta({ description: 'The commissions of this creator.' }),
    held: z
      .literal('true')
      .optional()
      .meta({
        override: {
          type: 'boolean',
          const: true,
          description: 'Returns only pending commissions that wait for a manual review.',
        },
      }),
    conversionId: idFilter
      .optional()
      .meta({ description: 'The commission of this conversion, and the clawbacks of its refunds.' }),
    campaignId: idFilter
      .optional()
      .meta({ description: 'The commissions and clawbacks that count for this campaign.' }),
    payoutId: idFilter
      .optional()
      .meta({ description: 'The commissions and clawbacks that this payout contains.' }),
    approvedFrom: eventTime('first', 'approval', 'approvedAt'),
    approvedTo: eventTime('last', 'approval', 'approvedAt'),
    paidFrom: eventTime('first', 'payment', 'paidAt'),
    paidTo: eventTime('last', 'payment', 'paidAt'),
  },
  commissionFilterSets,
);
export type CommissionFilters = z.output<typeof commissionFilters>;
