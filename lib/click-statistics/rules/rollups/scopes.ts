// Defines the scopes of click statistics: a brand, a campaign or a creator.

import { clickScope } from '#lib/table/keys/rollup-keys.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

export type ScopeKind = 'brand' | 'campaign' | 'affiliate';

export const dimensions = ['affiliate', 'campaign', 'country', 'device', 'referrer'] as const;
export type Dimension = (typeof dimensions)[number];

export const dimensionsOf = {
  brand: dimensions,
  campaign: ['affiliate', 'country', 'device', 'referrer'],
  affiliate: ['country', 'device', 'referrer'],
} as const satisfies Record<ScopeKind, readonly Dimension[]>;

export interface Scope {
  readonly kind: ScopeKind;
  readonly brandId: string;
  readonly name: string;
}

interface ScopeFilter {
  readonly affiliateId?: string | null | undefined;
  readonly campaignId?: string | null | undefined;
}

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

export const cellOf = (kind: ScopeKind, { campaignId }: ClickDelta): string | null =>
  kind === 'affiliate' ? campaignId : null;

/** A visitor can click the links of several creators, so brands and campaigns count visitors with a HyperLogLog sketch. */
export const hasSketch = (kind: ScopeKind): boolean => kind !== 'affiliate';

/**
 * Counts the visitors that no sketch contains. For a creator, these are the first clicks in a campaign; for the other scopes, the
 * clicks of overflow visits, whose visitor is unknown.
 */
export const countedVisitors = (
  kind: ScopeKind,
  { clicks, firstInCampaign, visitor }: ClickDelta,
): number => {
  if (kind === 'affiliate') return firstInCampaign;
  return visitor === null ? clicks : 0;
};
