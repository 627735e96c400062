// Creates many discount codes in few round trips. Each code is created or refused individually.
import type { Brand } from '#lib/brands/schema.ts';
import { newDiscount } from '#lib/discounts/rules/new-discount.ts';
import type { Discount, DiscountInput } from '#lib/discounts/schema.ts';
import { addBatch, toBatches } from '#lib/discounts/writes/bulk.ts';
import { codeKey, codeTaken, unknownAffiliate, unknownCampaign } from '#lib/discounts/writes/discount.ts';
import type { Attempt } from '#lib/idempotency/rules/attempt.ts';
import { allSettledOrThrow, throwIfRetryable } from '#lib/shared/concurrency.ts';
import { DomainError, isUnavailable } from '#lib/shared/errors.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { tryTransact } from '#lib/table/transact.ts';
import type { Write } from '#lib/table/writes/write.ts';

type Outcome = Discount | DomainError;

/**
 * Skips the discounts that an earlier attempt has already created. If the table was too busy for some of the others, throws its
 * 503 when all definitions failed or when a retry can continue the request.
 */
export async function createDiscounts(
  definitions: readonly DiscountInput[],
  brand: Brand,
  attempt: Attempt,
): Promise<readonly Outcome[]> {
  const drafts = definitions.map((definition, index) => draftOf(definition, index, brand, attempt));
  const checked = await refuseKnownFailures(drafts, attempt.done);
  const indexOf = new Map(checked.map((outcome, index) => [outcome, index]));
  const remaining = checked.filter(
    (outcome, index): outcome is Discount => !(outcome instanceof DomainError || attempt.done.has(index)),
  );
  const progressWrites = (discounts: readonly Discount[]) =>
    attempt.markDone(discounts.flatMap((discount) => indexOf.get(discount) ?? []));
  const batches = await allSettledOrThrow(
    toBatches(remaining).map((batch) => writeBatch(batch, progressWrites)),
  );
  const refused = new Map(batches.flatMap((errors) => [...errors]));
  const outcomes = checked.map((outcome) =>
    outcome instanceof DomainError ? outcome : (refused.get(outcome) ?? outcome),
  );
  return throwIfRetryable(outcomes, attempt);
}

function draftOf(
  definition: DiscountInput,
  index: number,
  brand: Brand,
  { begunAt, idForPart }: Pick<Attempt, 'begunAt' | 'idForPart'>,
): Outcome {
  try {
    return newDiscount(definition, brand, begunAt, idForPart('discount', index));
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

const referenceKeys = (discount: Discount) => [
  codeKey(discount),
  keys.item(discount.brandId, 'affiliate', discount.affiliateId),
  ...(discount.campaignId === null ? [] : [keys.item(discount.brandId, 'campaign', discount.campaignId)]),
];

async function refuseKnownFailures(
  drafts: readonly Outcome[],
  done: ReadonlySet<number>,
): Promise<readonly Outcome[]> {
  const keysOfEach = drafts.map((draft) => (draft instanceof DomainError ? [] : referenceKeys(draft)));
  const found = await getItems(keysOfEach.flat());
  const seen = new Set<string>();
  let position = 0;
  return drafts.map((draft, index) => {
    const count = keysOfEach[index]?.length ?? 0;
    const [code, affiliate, campaign] = found.slice(position, position + count);
    position += count;
    if (draft instanceof DomainError || done.has(index)) return draft;
    if (affiliate === undefined) return unknownAffiliate();
    if (draft.campaignId !== null && campaign === undefined) return unknownCampaign();
    const codeText = codeKey(draft).sk;
    if (code !== undefined || seen.has(codeText)) return codeTaken();
    seen.add(codeText);
    return draft;
  });
}

/** If the table stays busy, returns the 503 per discount instead of throwing it, because other batches may already be written. */
async function writeBatch(
  batch: readonly Discount[],
  progressWrites: (discounts: readonly Discount[]) => readonly Write[],
): Promise<ReadonlyMap<Discount, DomainError>> {
  const failed = new Map<Discount, DomainError>();
  for (let rest = batch; rest.length > 0; rest = rest.filter((discount) => !failed.has(discount))) {
    const batchWrites = addBatch(rest);
    const writes = [...progressWrites(rest), ...batchWrites.map(({ write }) => write)];
    const refusals = await tryTransact(writes).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      for (const discount of rest) failed.set(discount, error);
      return [];
    });
    if (refusals.length === 0) return failed;
    for (const { write, existing } of refusals) {
      const error = write.refused?.(existing);
      const affected = batchWrites.find((candidate) => candidate.write === write)?.discounts;
      // If the claim of the idempotency key refuses its write, no single discount is the cause, so the whole request fails.
      if (affected === undefined || !(error instanceof DomainError)) {
        throw error ?? new Error('Refused without a reason');
      }
      for (const discount of affected) failed.set(discount, error);
    }
  }
  return failed;
}
