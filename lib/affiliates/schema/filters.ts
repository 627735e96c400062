// Defines the filters of the list of creators.
import * as z from 'zod';
import { foldText, maxTermLength } from '#lib/affiliates/rules/search-terms.ts';
import { email } from '#lib/auth/schema.ts';
import { listQuerySchema, severalOf } from '#lib/contract/paging.ts';
import { externalId } from '#lib/shared/annotations.ts';
import { idFilter } from '#lib/shared/ids.ts';
import { affiliateStatus, trackingCode } from './affiliate.ts';

export const affiliateFilterSets = {
  status: ['status?'],
  email: ['email'],
  trackingCode: ['trackingCode'],
  externalId: ['externalId'],
  campaign: ['campaignId'],
  search: ['q'],
} as const;

export const affiliateFilters = listQuerySchema(
  {
    status: z.lazy(() =>
      severalOf(affiliateStatus, affiliateStatus.options, 'Creators with one of these statuses.'),
    ),
    email: z.lazy(() => email.optional().meta({ description: 'The creator with this e-mail address.' })),
    trackingCode: z.lazy(() =>
      trackingCode
        .optional()
        .meta({ description: 'The creator with this tracking code, in any letter case.' }),
    ),
    externalId: z.lazy(() => externalId.optional()),
    campaignId: z.lazy(() => idFilter.optional().meta({ description: 'The members of this campaign.' })),
    q: z.lazy(() =>
      z
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
    ),
  },
  affiliateFilterSets,
);
export type AffiliateFilters = z.output<typeof affiliateFilters>;
