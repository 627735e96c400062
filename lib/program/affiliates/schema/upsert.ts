// Defines the schemas of creating or updating a creator by its external id.
import * as z from 'zod';
import { annotationChanges, externalId } from '#lib/foundation/shared/annotations.ts';
import { inviteInput, trackingCode } from './endpoints.ts';

export const upsertParams = z.strictObject({ externalId });

export const upsertInput = inviteInput
  .omit({ externalId: true })
  .extend({
    trackingCode: trackingCode.optional().meta({
      description:
        'Generated for a new creator if absent. The code of an existing creator cannot be changed.',
    }),
    metadata: annotationChanges().metadata,
  })
  .meta({
    id: 'AffiliateUpsert',
    description:
      'The creator to create or update. A field that is absent keeps the value of an existing creator.',
  });
export type UpsertInput = z.output<typeof upsertInput>;
