// Reads the terms that applied at the time of an order. An order whose creator, campaign and brand have no terms reads nothing.
import type { Brand } from '#lib/access/brands/schema.ts';
import { valueAt } from '#lib/foundation/shared/past-values.ts';
import { termsRange } from '#lib/foundation/table/keys/terms-keys.ts';
import { readLast } from '#lib/foundation/table/query-pages.ts';
import type { OwnTerms } from '#lib/money/commissions/rules/earnings.ts';
import { attribute, type Candidate } from '#lib/money/conversions/rules/attribution.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { appliedVersion } from '#lib/program/terms/schema/terms.ts';

interface Owner {
  readonly id: string;
  readonly hasTerms?: true | undefined;
}

type Creator = Owner & Pick<Affiliate, 'group' | 'pastGroups'>;

/** The group to which the creator belonged at the time of the order. Nobody knows before the read whether the group has terms. */
function groupAt({ group, pastGroups }: Creator, at: Date): Owner | undefined {
  const { value } = valueAt(pastGroups, group, at);
  return value === null ? undefined : { id: value, hasTerms: true };
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
    const { validFrom, terms } = appliedVersion.parse(item);
    return terms === null ? [] : [{ source, validFrom, terms }];
  });
}

export const readBrandTerms = (brand: Brand, at: Date): Promise<readonly OwnTerms[]> =>
  readTermsAt(brand.id, brand, 'brandTerms', at);

/** Reads the terms of a creator, of the creator's group, and of a campaign. */
export const readOwnTerms = async (
  brandId: string,
  creator: Creator | undefined,
  campaign: Owner | undefined,
  at: Date,
): Promise<readonly OwnTerms[]> =>
  (
    await Promise.all([
      readTermsAt(brandId, creator, 'creatorTerms', at),
      readTermsAt(brandId, creator && groupAt(creator, at), 'groupTerms', at),
      readTermsAt(brandId, campaign, 'campaignTerms', at),
    ])
  ).flat();

interface Earner {
  readonly creator: Creator | undefined;
  readonly campaign: Owner | undefined;
}

/** Whether terms can decide about an order. Nobody earns without a creator. */
export const mayHaveTerms = (brand: Brand, { creator, campaign }: Earner, at: Date): boolean =>
  creator !== undefined &&
  [brand, creator, campaign, groupAt(creator, at)].some((owner) => owner?.hasTerms !== undefined);

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
