// Defines the parameter `expand`.
import * as z from 'zod';
import { severalOf } from '#lib/foundation/contract/paging.ts';
import type { Scope } from '#lib/foundation/contract/scope.ts';

const expandable = z.enum(['affiliate', 'campaign']);
export type Expandable = z.output<typeof expandable>;

export const expand = severalOf(
  expandable,
  expandable.options,
  'The referenced records to add: the creator of `affiliateId` as `affiliate`, the campaign of `campaignId` as `campaign`. ' +
    'Separate names with commas.',
);

/** An API key that cannot read a record at its own endpoint cannot expand it either. */
export const expandScopes = {
  place: 'query',
  name: 'expand',
  scopes: { affiliate: ['creators:read'], campaign: ['campaigns:read'] } satisfies Record<
    Expandable,
    readonly Scope[]
  >,
} as const;

export const expandQuery = z.strictObject({ expand });
