// What figures are of: all of a brand, one of its campaigns, one of its creators. A creator's stand by campaign, so that
// those of a creator in a campaign need no sheet of their own.

import { clickScope } from '#lib/table/keys/rollup-keys.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

export type Kind = 'brand' | 'campaign' | 'affiliate';

/** What clicks can be grouped by, besides days. */
export const dimensions = ['affiliate', 'campaign', 'country', 'device', 'referrer'] as const;
export type Dimension = (typeof dimensions)[number];

/** What the totals of a scope are by. Those of a campaign have that campaign, a creator's cells have theirs. */
export const dimensionsOf = {
  brand: dimensions,
  campaign: ['affiliate', 'country', 'device', 'referrer'],
  affiliate: ['country', 'device', 'referrer'],
} as const satisfies Record<Kind, readonly Dimension[]>;

export interface Scope {
  readonly kind: Kind;
  readonly brandId: string;
  /** As it stands in keys. */
  readonly name: string;
}

interface Subject {
  readonly affiliateId?: string | null | undefined;
  readonly campaignId?: string | null | undefined;
}

/** The scope whose sheets answer for these filters; those of a creator in a campaign are a cell of the creator's. */
export function scopeOf(brandId: string, { affiliateId, campaignId }: Subject): Scope {
  if (affiliateId) return { kind: 'affiliate', brandId, name: clickScope(undefined, affiliateId) };
  if (campaignId) return { kind: 'campaign', brandId, name: clickScope(campaignId) };
  return { kind: 'brand', brandId, name: clickScope() };
}

/** All scopes that a click belongs to. */
export const scopesOf = ({ brandId, affiliateId, campaignId }: ClickDelta): readonly Scope[] => [
  scopeOf(brandId, {}),
  scopeOf(brandId, { affiliateId }),
  ...(campaignId === null ? [] : [scopeOf(brandId, { campaignId })]),
];

/** The cell that a click stands in; null is the one of no campaign, and the only one of all but creators. */
export const cellOf = (kind: Kind, { campaignId }: ClickDelta): string | null =>
  kind === 'affiliate' ? campaignId : null;

/** Whether visitors of a scope are told by a sketch: one visitor can be on several creators' links. */
export const hasSketch = (kind: Kind): boolean => kind !== 'affiliate';

/**
 * Visitors that are told by counting. A creator has one tracking code, and a visit is a visitor on it; so of a creator
 * alone they are the unique clicks, and in a campaign the first ones there. Elsewhere these are visitors whom nobody
 * knows: each click is by another one.
 */
export const visitorsToldBy = (kind: Kind, { clicks, firstInCampaign, visitor }: ClickDelta): number => {
  if (kind === 'affiliate') return firstInCampaign;
  return visitor === null ? clicks : 0;
};
