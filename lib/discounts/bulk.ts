// Many discount codes in one request, each created or refused on its own, in few round trips:
// one read finds those that cannot be created, then transactions of many at once create the others.
import type { Brand } from '#lib/brands/schema.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { together } from '#lib/shared/together.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys.ts';
import { transactionLimit, tryTransact, type Write } from '#lib/table/transaction.ts';
import type { Discount, DiscountInput } from './schema.ts';
import {
  codeKey,
  codeTaken,
  countDiscounts,
  countDiscountsOf,
  demandAffiliate,
  demandCampaign,
  newDiscount,
  putDiscount,
  unknownAffiliate,
  unknownCampaign,
} from './store.ts';

export type Outcome = Discount | DomainError;

/** The outcome of each definition, in their order. A 503 only where nothing at all was created. */
export async function createDiscounts(
  definitions: readonly DiscountInput[],
  brand: Brand,
  now: Date,
): Promise<readonly Outcome[]> {
  const drafts = await withoutKnownFailures(definitions.map((definition) => draft(definition, brand, now)));
  const valid = drafts.filter((outcome): outcome is Discount => !(outcome instanceof DomainError));
  const refused = new Map((await together(groupsOf(valid).map(writeGroup))).flatMap((group) => [...group]));
  const outcomes = drafts.map((outcome) =>
    outcome instanceof DomainError ? outcome : (refused.get(outcome) ?? outcome),
  );
  const busy = outcomes.find(isUnavailable);
  if (busy !== undefined && outcomes.every((outcome) => outcome instanceof DomainError)) throw busy;
  return outcomes;
}

const isUnavailable = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === 'unavailable';

function draft(definition: DiscountInput, brand: Brand, now: Date): Outcome {
  try {
    return newDiscount(definition, brand, now);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** Refuses codes that are taken or named twice here, and creators and campaigns that do not exist. */
async function withoutKnownFailures(drafts: readonly Outcome[]): Promise<readonly Outcome[]> {
  const read = drafts.map((outcome) =>
    outcome instanceof DomainError
      ? []
      : [
          codeKey(outcome),
          keys.item(outcome.brandId, 'affiliate', outcome.affiliateId),
          ...(outcome.campaignId === null
            ? []
            : [keys.item(outcome.brandId, 'campaign', outcome.campaignId)]),
        ],
  );
  const found = await getItems(read.flat());
  const seen = new Set<string>();
  let position = 0;
  return drafts.map((outcome, index) => {
    const count = read[index]?.length ?? 0;
    const [code, affiliate, campaign] = found.slice(position, position + count);
    position += count;
    if (outcome instanceof DomainError) return outcome;
    if (affiliate === undefined) return unknownAffiliate();
    if (outcome.campaignId !== null && campaign === undefined) return unknownCampaign();
    const codeText = codeKey(outcome).sk;
    if (code !== undefined || seen.has(codeText)) return codeTaken();
    seen.add(codeText);
    return outcome;
  });
}

/** Two items each, and in the worst case a creator, its count and a campaign of its own; and the brand's count. */
const groupSize = Math.floor((transactionLimit - 1) / 5);

/** Discounts of one creator stand together, so that groups meet on as few counts as possible. */
function groupsOf(discounts: readonly Discount[]): readonly (readonly Discount[])[] {
  const sorted = discounts.toSorted((one, other) => one.affiliateId.localeCompare(other.affiliateId));
  return Array.from({ length: Math.ceil(sorted.length / groupSize) }, (_, index) =>
    sorted.slice(index * groupSize, (index + 1) * groupSize),
  );
}

/** A write of a group, and the discounts that cannot be created where it is refused. */
interface SharedWrite {
  readonly write: Write;
  readonly discounts: readonly Discount[];
}

/**
 * Writes a group; what is refused (taken or deleted since it was read) is left out, and the rest tried again. Where the
 * table stays busy, all that is left is refused: other groups may have been created by then, and must be answered.
 */
async function writeGroup(group: readonly Discount[]): Promise<ReadonlyMap<Discount, DomainError>> {
  const failed = new Map<Discount, DomainError>();
  for (let rest = group; rest.length > 0; rest = rest.filter((discount) => !failed.has(discount))) {
    const shared = groupWrites(rest);
    const refusals = await tryTransact(shared.map(({ write }) => write)).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      for (const discount of rest) failed.set(discount, error);
      return [];
    });
    if (refusals.length === 0) return failed;
    for (const { write, existing } of refusals) {
      const error = write.refused?.(existing);
      if (!(error instanceof DomainError)) throw error ?? new Error('Refused without a reason');
      for (const discount of shared.find((candidate) => candidate.write === write)?.discounts ?? []) {
        failed.set(discount, error);
      }
    }
  }
  return failed;
}

function groupWrites(discounts: readonly Discount[]): readonly SharedWrite[] {
  const [first] = discounts;
  if (first === undefined) return [];
  const { brandId } = first;
  const byAffiliate = Map.groupBy(discounts, ({ affiliateId }) => affiliateId);
  const byCampaign = Map.groupBy(discounts, ({ campaignId }) => campaignId);
  return [
    ...discounts.flatMap((discount) =>
      putDiscount(discount).map((write) => ({ write, discounts: [discount] })),
    ),
    ...[...byAffiliate].flatMap(([affiliateId, own]) => [
      { write: demandAffiliate(brandId, affiliateId), discounts: own },
      { write: countDiscountsOf(brandId, affiliateId, first.id, own.length), discounts: own },
    ]),
    ...[...byCampaign].flatMap(([campaignId, own]) =>
      campaignId === null ? [] : [{ write: demandCampaign(brandId, campaignId), discounts: own }],
    ),
    { write: countDiscounts(brandId, first.id, discounts.length), discounts },
  ];
}
