// Many discount codes in one request, each created or refused on its own, in few round trips:
// one read finds those that cannot be created, then transactions of many at once create the others.
import type { Brand } from '#lib/brands/schema.ts';
import type { Discount, DiscountInput } from '#lib/discounts/schema.ts';
import type { Attempt } from '#lib/idempotency/rules/attempt.ts';
import { allSettledOrThrow, throwIfRetryable } from '#lib/shared/concurrency.ts';
import { DomainError, isUnavailable } from '#lib/shared/errors.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { tryTransact } from '#lib/table/transact.ts';
import type { Write } from '#lib/table/writes/write.ts';
import { groupsOf, groupWrites } from './bulk-groups.ts';
import { affiliateIdUnknown, campaignIdUnknown, codeKey, codeTaken, newDiscount } from './discounts.ts';

export type Outcome = Discount | DomainError;

/**
 * The outcome of each definition, in their order. What an earlier attempt has created is created. A 503 for the whole as
 * `answeredEach` has it.
 */
export async function createDiscounts(
  definitions: readonly DiscountInput[],
  brand: Brand,
  attempt: Attempt,
): Promise<readonly Outcome[]> {
  const wanted = definitions.map((definition, part) => draft(definition, part, brand, attempt));
  const drafts = await withoutKnownFailures(wanted, attempt.done);
  const partOf = new Map(drafts.map((outcome, part) => [outcome, part]));
  const left = drafts.filter(
    (outcome, part): outcome is Discount => !(outcome instanceof DomainError || attempt.done.has(part)),
  );
  const note = (discounts: readonly Discount[]) =>
    attempt.markDone(discounts.flatMap((discount) => partOf.get(discount) ?? []));
  const groups = await allSettledOrThrow(groupsOf(left).map((group) => writeGroup(group, note)));
  const refused = new Map(groups.flatMap((group) => [...group]));
  const outcomes = drafts.map((outcome) =>
    outcome instanceof DomainError ? outcome : (refused.get(outcome) ?? outcome),
  );
  return throwIfRetryable(outcomes, attempt);
}

function draft(
  definition: DiscountInput,
  part: number,
  brand: Brand,
  { begunAt, idForPart }: Pick<Attempt, 'begunAt' | 'idForPart'>,
): Outcome {
  try {
    return newDiscount(definition, brand, begunAt, idForPart('discount', part));
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** Refuses codes that are taken or named twice here, and creators and campaigns that do not exist; but nothing that is done. */
async function withoutKnownFailures(
  drafts: readonly Outcome[],
  done: ReadonlySet<number>,
): Promise<readonly Outcome[]> {
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
    if (outcome instanceof DomainError || done.has(index)) return outcome;
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
 * `note`: what is to be written with discounts, or not at all.
 */
async function writeGroup(
  group: readonly Discount[],
  note: (discounts: readonly Discount[]) => readonly Write[],
): Promise<ReadonlyMap<Discount, DomainError>> {
  const failed = new Map<Discount, DomainError>();
  for (let rest = group; rest.length > 0; rest = rest.filter((discount) => !failed.has(discount))) {
    const shared = groupWrites(rest);
    const writes = [...note(rest), ...shared.map(({ write }) => write)];
    const refusals = await tryTransact(writes).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      for (const discount of rest) failed.set(discount, error);
      return [];
    });
    if (refusals.length === 0) return failed;
    for (const { write, existing } of refusals) {
      const error = write.refused?.(existing);
      const theirs = shared.find((candidate) => candidate.write === write)?.discounts;
      // What was to be written with them is nothing that one of them could be refused for.
      if (theirs === undefined || !(error instanceof DomainError)) {
        throw error ?? new Error('Refused without a reason');
      }
      for (const discount of theirs) failed.set(discount, error);
    }
  }
  return failed;
}
