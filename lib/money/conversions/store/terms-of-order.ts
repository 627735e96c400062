// Reads the terms that applied at the time of an order. An order whose creator, campaign and brand have no terms reads nothing.
import type { Brand } from '#lib/access/brands/schema.ts';
import { termsRange } from '#lib/foundation/table/keys/terms-keys.ts';
import { readLast } from '#lib/foundation/table/query-pages.ts';
import type { OwnTerms } from '#lib/money/commissions/rules/earnings.ts';
import { attribute, type Candidate } from '#lib/money/conversions/rules/attribution.ts';
import { appliedVersion } from '#lib/program/terms/schema/terms.ts';

interface Owner {
  readonly id: string;
  readonly hasTerms?: true | undefined;
}

async function readTermsAt(
  brandId: string,
  owner: Owner | undefined,
  source: OwnTerms['source'],
  at: Date,
): Promise<readonly OwnTerms[]> {
  if (owner?.hasTerms === undefined) return [];
  const items = await readLast(termsRange(brandId, owner.id, at.toISOString()), 1);
  return items.flatMap((item) => {
    const { ownerId, validFrom, terms } = appliedVersion.parse(item);
    return terms === null ? [] : [{ source, ownerId, validFrom, terms }];
  });
}

export const readBrandTerms = (brand: Brand, at: Date): Promise<readonly OwnTerms[]> =>
  readTermsAt(brand.id, brand, 'brandTerms', at);

/** Reads the terms of a creator and a campaign. */
export const readOwnTerms = async (
  brandId: string,
  creator: Owner | undefined,
  campaign: Owner | undefined,
  at: Date,
): Promise<readonly OwnTerms[]> =>
  (
    await Promise.all([
      readTermsAt(brandId, creator, 'creatorTerms', at),
      readTermsAt(brandId, campaign, 'campaignTerms', at),
    ])
  ).flat();

interface Earner {
  readonly creator: Owner | undefined;
  readonly campaign: Owner | undefined;
}

/** Reads the terms that apply to a creator and a campaign. Nobody earns without a creator. */
export const readTerms = async (
  brand: Brand,
  { creator, campaign }: Earner,
  at: Date,
): Promise<readonly OwnTerms[]> =>
  creator === undefined
    ? []
    : (await Promise.all([readOwnTerms(brand.id, creator, campaign, at), readBrandTerms(brand, at)])).flat();

/** Adds the terms to the candidate that wins, because only its creator earns. */
export async function withTerms(
  brandId: string,
  candidates: readonly Candidate[],
  ofBrand: readonly OwnTerms[],
  at: Date,
): Promise<readonly Candidate[]> {
  const { winner } = attribute(candidates, at);
  if (winner === undefined) return candidates;
  const own = await readOwnTerms(brandId, winner.affiliate, winner.campaign, at);
  const ownTerms = [...own, ...ofBrand];
  return candidates.map((candidate) => (candidate === winner ? { ...candidate, ownTerms } : candidate));
}
