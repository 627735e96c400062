// Defines the schemas of bulk invitations.
import * as z from 'zod';
import { itemIndex, itemStatus } from '#lib/foundation/contract/batch.ts';
import { errorBody } from '#lib/foundation/contract/error.ts';
import { idFilter } from '#lib/foundation/shared/ids.ts';
import { affiliateAnswer, inviteInput } from './endpoints.ts';

/** Accepts malformed ids, so that a malformed id fails one invitation instead of the whole request. */
const bulkInvitation = inviteInput
  .extend({
    campaignIds: z
      .array(idFilter)
      .max(20)
      .refine((ids) => new Set(ids).size === ids.length, 'Must not contain the same campaign twice')
      .optional()
      .meta({ description: 'The campaigns to add the creator to.' }),
  })
  .meta({ id: 'BulkInvitation', description: 'One creator of a bulk invitation.' });

export const bulkInput = z
  .strictObject({
    affiliates: z
      .array(bulkInvitation)
      .min(1)
      .max(100)
      .meta({ description: 'The creators to invite, each on its own.' }),
  })
  .meta({ id: 'BulkInvitationsInput', description: 'Several creators to invite.' });

export const bulkResult = z
  .discriminatedUnion('status', [
    z.strictObject({ index: itemIndex, status: itemStatus('created'), affiliate: affiliateAnswer }),
    z.strictObject({ index: itemIndex, status: itemStatus('failed'), error: errorBody }),
  ])
  .meta({ id: 'BulkInvitationResult', description: 'The result of one creator of a bulk invitation.' });
