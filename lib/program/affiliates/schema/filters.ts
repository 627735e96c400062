// Defines the filters of the list of creators.
import * as z from 'zod';
import { listQuerySchema, severalOf } from '#lib/foundation/contract/paging.ts';
import { externalId } from '#lib/foundation/shared/annotations.ts';
import { emailAddress } from '#lib/foundation/shared/email-schema.ts';
import { idFilter } from '#lib/foundation/shared/ids.ts';
import { foldText, maxTermLength } from '#lib/program/affiliates/rules/search-terms.ts';
import { affiliateStatus } from './affiliate.ts';
import { trackingCode } from './endpoints.ts';
import { groupName } from './group.ts';

export const affiliateFilterSets = {
  status: ['status?'],
  email: ['email'],
  trackingCode: ['trackingCode'],
  externalId: ['externalId'],
  campaign: ['campaignId'],
  group: ['group'],
  search: ['q'],
} as const;

export const affiliateFilters = listQuerySchema(
  {
    status: severalOf(affiliateStatus, affiliateStatus.options, 'Creators with one of these statuses.'),
    email: emailAddress.optional().meta({ description: 'The creator with this e-mail address.' }),
    trackingCode: trackingCode
      .optional()
      .meta({ description: 'The creator with this tracking code, in any letter case.' }),
    externalId: externalId.optional(),
    campaignId: idFilter.optional().meta({ description: 'The members of this campaign.' }),
    group: groupName.optional().meta({ description: 'The creators of this group.' }),
    q: z
      .string()
      .max(maxTermLength, `Must have at most ${maxTermLength} characters`)
      .refine((text) => foldText(text) !== '', 'Must have a visible character')
      .optional()
      .meta({
        description:
          'Creators whose name or e-mail address begins with this text. Letter case and accents are ignored. The order is ' +
          'alphabetical, by what matches; `order`, `createdFrom` and `createdTo` cannot be used.',
        example: 'ada',
      }),
  },
  affiliateFilterSets,
);
export type AffiliateFilters = z.output<typeof affiliateFilters>;
