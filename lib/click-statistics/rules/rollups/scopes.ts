// Defines the scopes of click statistics: a brand, a campaign, a creator, or a group of creators in a wide month.

import { clickScope } from '#lib/table/keys/rollup-keys.ts';
import {
  affiliateOfScope,
  campaignOfScope,
  clickGroupScope,
  groupOfScope,
} from '#lib/table/keys/wide-month-keys.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { creatorGroupOf, creatorGroups } from './creator-groups.ts';

/** A `group` has only the clicks by creator of a part of the creators of a brand or a campaign. */
export type ScopeKind = 'brand' | 'campaign' | 'affiliate' | 'group';

export const dimensions = ['affiliate', 'campaign', 'country', 'device', 'referrer'] as const;
export type Dimension = (typeof dimensions)[number];

export const dimensionsOf = {
  brand: dimensions,
  campaign: ['affiliate', 'country', 'device', 'referrer'],
  affiliate: ['country', 'device', 'referrer'],
  group: ['affiliate'],
} as const satisfies Record<ScopeKind, readonly Dimension[]>;

export interface Scope {
  readonly kind: ScopeKind;
  readonly brandId: string;
  readonly name: string;
  /** True for a brand or a campaign in a wide month: changes add nothing to its creators, because they are in groups. */
  readonly isWide?: true;
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

const groupOf = (brandId: string, campaignId: string | undefined, group: number): Scope => ({
  kind: 'group',
  brandId,
  name: clickGroupScope(campaignId, group),
});

export const asWide = (scope: Scope): Scope => (hasSketch(scope.kind) ? { ...scope, isWide: true } : scope);

/** The groups of a brand or a campaign. A creator has none. */
export const groupsOfScope = ({ kind, brandId, name }: Scope): readonly Scope[] =>
  hasSketch(kind)
    ? Array.from({ length: creatorGroups }, (_, group) => groupOf(brandId, campaignOfScope(name), group))
    : [];

/** The creators of a scope that has no sketch are in one group. */
export const creatorGroupOfScope = ({ kind, name }: Scope): number =>
  kind === 'group' ? groupOfScope(name) : creatorGroupOf(affiliateOfScope(name));

/** The scopes of a change in a wide month (docs/decisions/0123). */
export function wideScopesOf({ brandId, affiliateId, campaignId }: ClickDelta): readonly Scope[] {
  const group = creatorGroupOf(affiliateId);
  return [
    asWide(scopeOf(brandId, {})),
    groupOf(brandId, undefined, group),
    scopeOf(brandId, { affiliateId }),
    ...(campaignId === null
      ? []
      : [asWide(scopeOf(brandId, { campaignId })), groupOf(brandId, campaignId, group)]),
  ];
}

/** The dimensions that a change adds to. */
export const countedDimensions = ({ kind, isWide }: Pick<Scope, 'kind' | 'isWide'>): readonly Dimension[] =>
  isWide ? dimensionsOf[kind].filter((dimension) => dimension !== 'affiliate') : dimensionsOf[kind];

export const cellOf = (kind: ScopeKind, { campaignId }: ClickDelta): string | null =>
  kind === 'affiliate' ? campaignId : null;

/** A visitor can click the links of several creators, so brands and campaigns count visitors with a HyperLogLog sketch. */
export const hasSketch = (kind: ScopeKind): boolean => kind === 'brand' || kind === 'campaign';

/** A group has no figures, because its brand or campaign has them. */
export const hasFigures = (kind: ScopeKind): boolean => kind !== 'group';

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
