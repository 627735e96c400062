// Defines the input and the responses of the endpoints of fraud findings.
import * as z from 'zod';
import { listQuerySchema, severalOf } from '#lib/foundation/contract/paging.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idFilter } from '#lib/foundation/shared/ids.ts';
import { findingStatus, sharedFields } from './finding.ts';

const findingFilterSets = {
  status: ['status?', 'affiliateId?'],
  conversionId: ['conversionId'],
} as const;

export const findingFilters = listQuerySchema(
  {
    status: severalOf(findingStatus, findingStatus.options, 'Findings with one of these statuses.'),
    affiliateId: idFilter.optional().meta({ description: 'The findings about this creator.' }),
    conversionId: idFilter.optional().meta({ description: 'The finding about this order, or none.' }),
  },
  findingFilterSets,
);
export type FindingFilters = z.output<typeof findingFilters>;

export const findingDecision = z
  .strictObject({
    decision: z.enum(['dismiss', 'confirm']).meta({
      description: '`dismiss`: no fraud. `confirm`: fraud.',
    }),
    note: displayText(500).optional().meta({
      description: 'Your reason. Creators do not see it. Ignored if the finding is already decided.',
    }),
  })
  .meta({ id: 'FraudDecisionInput', description: 'Decides whether a finding is fraud.' });
export type FindingDecision = z.output<typeof findingDecision>;

export const findingAnswer = z
  .object({
    type: z
      .enum(['order', 'creator'])
      .meta({ description: 'The subject that matches the rules: an order, or a creator.' }),
    ...sharedFields(),
  })
  .meta({ id: 'FraudFinding', description: 'An order or a creator that matches fraud rules of the brand.' });
