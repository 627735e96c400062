// Defines the filters of the list of discount codes.
import type * as z from 'zod';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { externalId } from '#lib/foundation/shared/annotations.ts';
import { idFilter } from '#lib/foundation/shared/ids.ts';
import { expand } from '#lib/program/expansions/schema/query.ts';
import { discountStatus } from './discount.ts';
import { discountCode } from './endpoints.ts';

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
    affiliateId: idFilter.optional().meta({ description: 'The codes of this creator.' }),
    campaignId: idFilter.optional().meta({ description: 'The codes for this campaign.' }),
    code: discountCode
      .optional()
      .meta({ description: 'This code, in any spelling. Returns at most one discount code.' }),
    externalId: externalId.optional(),
    status: discountStatus.optional().meta({ description: 'The codes with this status now.' }),
  },
  discountFilterSets,
);
export type DiscountFilters = z.output<typeof discountFilters>;
