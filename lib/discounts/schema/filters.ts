// Defines the filters of the list of discount codes.
import * as z from 'zod';
import { listQuerySchema } from '#lib/contract/paging.ts';
import { expand } from '#lib/expansions/schema/query.ts';
import { externalId } from '#lib/shared/annotations.ts';
import { idFilter } from '#lib/shared/ids.ts';
import { discountCode, discountStatus } from './discount.ts';

export const discountFilterSets = {
  all: ['status?'],
  affiliate: ['affiliateId', 'status?'],
  campaign: ['campaignId', 'status?'],
  code: ['code', 'affiliateId?', 'campaignId?', 'status?'],
  externalId: ['externalId'],
} as const;

export const discountFilters = listQuerySchema(
  {
    expand,
    affiliateId: z.lazy(() => idFilter.optional().meta({ description: 'The codes of this creator.' })),
    campaignId: z.lazy(() => idFilter.optional().meta({ description: 'The codes for this campaign.' })),
    code: z.lazy(() =>
      discountCode
        .optional()
        .meta({ description: 'This code, in any letter case. Returns at most one discount code.' }),
    ),
    externalId: z.lazy(() => externalId.optional()),
    status: z.lazy(() => discountStatus.optional().meta({ description: 'Every discount code is `active`.' })),
  },
  discountFilterSets,
);
export type DiscountFilters = z.output<typeof discountFilters>;
