// Defines what an expansion needs and returns.
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import type { Campaign } from '#lib/program/campaigns/schema.ts';

export interface References {
  readonly affiliateId: string | null;
  readonly campaignId: string | null;
}

export interface ExpandedRecords {
  /** Undefined if creators are not expanded. */
  readonly affiliates?: ReadonlyMap<string, Affiliate>;
  readonly campaigns?: ReadonlyMap<string, Campaign>;
}
