// Decides which terms apply to the later orders of a creator that belong to no campaign.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { StoredRate } from '#lib/foundation/shared/rates.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import type { Campaign } from '#lib/program/campaigns/schema.ts';
import type { Terms } from '#lib/program/terms/schema/terms.ts';

export interface AppliedTerms {
  readonly rate: StoredRate;
  /** Null if a simple rate applies. */
  readonly terms: Terms | null;
  /** The terms of a creator or a group have precedence over those of a campaign. */
  readonly outranksCampaigns: boolean;
}

/** The own terms, and the running campaigns of the creator with the terms in each. */
export interface OwnProgram {
  readonly applied: AppliedTerms;
  readonly campaigns: readonly { readonly campaign: Campaign; readonly applied: AppliedTerms }[];
}

/** The terms in force of each owner. Null for none. */
interface TermsByOwner {
  readonly creator: Terms | null;
  readonly group: Terms | null;
  readonly brand: Terms | null;
}

/** The nearest owner wins, as in the ranking of lib/money/commissions/rules/earnings.ts. */
export function ownTermsOf(
  { commissionOverride }: Affiliate,
  { commission }: Brand,
  { creator, group, brand }: TermsByOwner,
): AppliedTerms {
  const further = commissionOverride === null ? (group ?? brand) : null;
  const terms = creator ?? further;
  const outranksCampaigns = (creator ?? commissionOverride ?? group) !== null;
  return { rate: terms?.rate ?? commissionOverride ?? commission, terms, outranksCampaigns };
}

/** `terms` are those of the campaign in force. */
export function termsInCampaign(
  own: AppliedTerms,
  { commission }: Pick<Campaign, 'commission'>,
  terms: Terms | null,
): AppliedTerms {
  if (own.outranksCampaigns || (terms ?? commission) === null) return own;
  return { ...own, rate: terms?.rate ?? commission ?? own.rate, terms };
}
