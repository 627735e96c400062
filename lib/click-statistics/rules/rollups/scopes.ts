// Scopes of click statistics: a brand, one of its campaigns, or one of its creators.

import { clickScope } from '#lib/table/keys/rollup-keys.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

export type ScopeKind = 'brand' | 'campaign' | 'affiliate';

export const dimensions = ['affiliate', 'campaign', 'country', 'device', 'referrer'] as const;
export type Dimension = (typeof dimensions)[number];

/** The dimensions of each scope. The cells of a creator are its campaigns, so they replace that dimension. */
export const dimensionsOf = {
  brand: dimensions,
  campaign: ['affiliate', 'country', 'device', 'referrer'],
  affiliate: ['country', 'device', 'referrer'],
} as const satisfies Record<ScopeKind, readonly Dimension[]>;

export interface Scope {
  readonly kind: ScopeKind;
  readonly brandId: string;
  /** Part of the keys. */
  readonly name: string;
}

interface ScopeFilter {
  readonly affiliateId?: string | null | undefined;
  readonly campaignId?: string | null | undefined;
}

/** Returns the scope with the rollups for these filters. A creator in a campaign is a cell of the creator's rollups. */
export function scopeOf(brandId: string, { affiliateId, campaignId }: ScopeFilter): Scope {
  if (affiliateId) return { kind: 'affiliate', brandId, name: clickScope(undefined, affiliateId) };
  if (campaignId) return { kind: 'campaign', brandId, name: clickScope(campaignId) };
  return { kind: 'brand', brandId, name: clickScope() };
}

export const scopesOf = ({ brandId, affiliateId, campaignId }: ClickDelta): readonly Scope[] => [
  scopeOf(brandId, {}),
  scopeOf(brandId, { affiliateId }),
  ...(campaignId === null ? [] : [scopeOf(brandId, { campaignId })]),
];

/** Returns null for a click without a campaign, and for every scope except a creator. */
export const cellOf = (kind: ScopeKind, { campaignId }: ClickDelta): string | null =>
  kind === 'affiliate' ? campaignId : null;

/** A visitor can click the links of several creators, so brands and campaigns need a sketch to deduplicate visitors. */
export const hasSketch = (kind: ScopeKind): boolean => kind !== 'affiliate';

/**
 * Visitors that are counted without a sketch. For a creator in a campaign, they are the first clicks of visits there. For
 * other scopes, they are unknown visitors: each click counts as a new one.
 */
export const countedVisitors = (
  kind: ScopeKind,
  { clicks, firstInCampaign, visitor }: ClickDelta,
): number => {
  if (kind === 'affiliate') return firstInCampaign;
  return visitor === null ? clicks : 0;
};
