// Defines the parameter `expand`.
import * as z from 'zod';
import { severalOf } from '#lib/contract/paging.ts';

const expandable = z.enum(['affiliate', 'campaign']);
export type Expandable = z.output<typeof expandable>;

export const expand = z.lazy(() =>
  severalOf(
    expandable,
    expandable.options,
    'The referenced records to add: the creator of `affiliateId` as `affiliate`, the campaign of `campaignId` as `campaign`. ' +
      'Separate names with commas.',
  ),
);

export const expandQuery = z.strictObject({ expand });
