// Reads the terms that applied at the time of an order. An order whose creator, campaign and brand have no terms reads nothing.
import type { Brand } from '#lib/access/brands/schema.ts';
import { valueAt } from '#lib/foundation/shared/past-values.ts';
import { type ItemBatch, itemWithKey } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { termsRange } from '#lib/foundation/table/keys/terms-keys.ts';
import { readLast } from '#lib/foundation/table/query-pages.ts';
import type { OwnTerms } from '#lib/money/commissions/rules/earnings.ts';
import { attribute, type Candidate } from '#lib/money/conversions/rules/attribution.ts';
import type { ReferenceTarget } from '#lib/money/conversions/rules/references.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { appliedVersion } from '#lib/program/terms/schema/terms.ts';

interface Owner {
  readonly id: string;
  readonly hasTerms?: true | undefined;
}

const sources = { affiliate: 'creatorTerms', campaign: 'campaignTerms' } as const;

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
    const { ownerId, validFrom, terms } = appliedVersion.parse(item);
    return terms === null ? [] : [{ source, ownerId, validFrom, terms }];
  });
}

export const readBrandTerms = (brand: Brand, at: Date): Promise<readonly OwnTerms[]> =>
  readTermsAt(brand.id, brand, 'brandTerms', at);

/** The terms of owners that were read before it was known who earns, by the id of the owner. */
export type EarlyTerms = ReadonlyMap<string, readonly OwnTerms[]>;

export const noEarlyTerms: EarlyTerms = new Map();

/** Reads the terms of all creators and campaigns that may earn together. An owner that is not `known` may have terms. */
export async function readEarlyTerms(
  brandId: string,
  targets: readonly Pick<ReferenceTarget, 'affiliateId' | 'campaignId'>[],
  known: ItemBatch,
  at: Date,
): Promise<EarlyTerms> {
  const read = async (collection: 'affiliate' | 'campaign', id: string) => {
    const item = itemWithKey(known, keys.item(brandId, collection, id));
    const hasTerms = item === undefined || item.hasTerms === true ? true : undefined;
    return [id, await readTermsAt(brandId, { id, hasTerms }, sources[collection], at)] as const;
  };
  const creators = new Set(targets.map(({ affiliateId }) => affiliateId).filter((id) => id !== undefined));
  const groups = [...creators].flatMap((id) => {
    const item = itemWithKey(known, keys.item(brandId, 'affiliate', id));
    return item === undefined ? [] : (groupAt(storedAffiliate.parse(item), at) ?? []);
  });
  const campaigns = new Set(targets.map(({ campaignId }) => campaignId).filter((id) => id !== null));
  return new Map(
    await Promise.all([
      ...[...creators].map((id) => read('affiliate', id)),
      ...groups.map(
        async (group) => [group.id, await readTermsAt(brandId, group, 'groupTerms', at)] as const,
      ),
      ...[...campaigns].map((id) => read('campaign', id)),
    ]),
  );
}

/** Reads the terms of a creator, of the creator's group, and of a campaign. */
export const readOwnTerms = async (
  brandId: string,
  creator: Creator | undefined,
  campaign: Owner | undefined,
  at: Date,
  early = noEarlyTerms,
): Promise<readonly OwnTerms[]> => {
  const group = creator && groupAt(creator, at);
  return (
    await Promise.all([
      early.get(creator?.id ?? '') ?? readTermsAt(brandId, creator, sources.affiliate, at),
      early.get(group?.id ?? '') ?? readTermsAt(brandId, group, 'groupTerms', at),
      early.get(campaign?.id ?? '') ?? readTermsAt(brandId, campaign, sources.campaign, at),
    ])
  ).flat();
};

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
  early: EarlyTerms,
): Promise<readonly Candidate[]> {
  const { winner } = attribute(candidates, at);
  if (winner === undefined) return candidates;
  const own = await readOwnTerms(brandId, winner.affiliate, winner.campaign, at, early);
  const ownTerms = [...own, ...ofBrand];
  return candidates.map((candidate) => (candidate === winner ? { ...candidate, ownTerms } : candidate));
}
