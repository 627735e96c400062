// Many discount codes in one request, each created or refused on its own, in few round trips:
// one read finds those that cannot be created, then transactions of many at once create the others.
import type { Brand } from '#lib/brands/schema.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { together } from '#lib/shared/together.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys.ts';
import { tryTransact } from '#lib/table/transaction.ts';
import { groupsOf, groupWrites } from './groups.ts';
import type { Discount, DiscountInput } from './schema.ts';
import { affiliateIdUnknown, campaignIdUnknown, codeKey, codeTaken, newDiscount } from './store.ts';

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
    if (affiliate === undefined) return affiliateIdUnknown();
    if (outcome.campaignId !== null && campaign === undefined) return campaignIdUnknown();
    const codeText = codeKey(outcome).sk;
    if (code !== undefined || seen.has(codeText)) return codeTaken();
    seen.add(codeText);
    return outcome;
  });
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
