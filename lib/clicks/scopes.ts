// What clicks are counted by: all of a brand, each creator, each campaign, and each creator within a campaign.
import { clickScope } from '#lib/table/keys.ts';

interface Subject {
  readonly affiliateId?: string | null | undefined;
  readonly campaignId?: string | null | undefined;
}

/** The one scope that these filters ask for. */
export const scopeOf = ({ affiliateId, campaignId }: Subject): string =>
  clickScope(campaignId ?? undefined, affiliateId ?? undefined);

/** All scopes whose daily figures a click adds to. */
export const seriesScopes = ({ affiliateId, campaignId }: Subject): readonly string[] => [
  ...new Set([
    scopeOf({}),
    scopeOf({ affiliateId }),
    scopeOf({ campaignId }),
    scopeOf({ affiliateId, campaignId }),
  ]),
];

/** All scopes in whose ranking of creators a click stands. */
export const rankingScopes = ({ campaignId }: Subject): readonly string[] => [
  ...new Set([scopeOf({}), scopeOf({ campaignId })]),
];
