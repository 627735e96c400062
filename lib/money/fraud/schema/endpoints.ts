// Defines the input and the responses of the endpoints of fraud findings.
import * as z from 'zod';
import { listQuerySchema, severalOf } from '#lib/foundation/contract/paging.ts';
import { idFilter } from '#lib/foundation/shared/ids.ts';
import { findingStatus, sharedFields } from './finding.ts';

export const findingFilters = listQuerySchema({
  status: severalOf(findingStatus, findingStatus.options, 'Findings with one of these statuses.'),
  affiliateId: idFilter.optional().meta({ description: 'The findings about this creator.' }),
});
export type FindingFilters = z.output<typeof findingFilters>;

export const findingDecision = z
  .strictObject({
    decision: z.enum(['dismiss', 'confirm']).meta({
      description: '`dismiss`: the order is no fraud. `confirm`: the order is fraud.',
    }),
  })
  .meta({ id: 'FraudDecisionInput', description: 'Decides whether an order is fraud.' });
export type FindingDecision = z.output<typeof findingDecision>['decision'];

export const findingAnswer = z
  .object(sharedFields())
  .meta({ id: 'FraudFinding', description: 'An order that matches fraud rules of the brand.' });
