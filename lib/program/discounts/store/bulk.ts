// Creates many discount codes in few round trips. Each code is created or refused individually.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Attempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { allSettledOrThrow, throwIfRetryable } from '#lib/foundation/shared/concurrency.ts';
import { DomainError, isUnavailable } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import { tryTransact } from '#lib/foundation/table/transact.ts';
import { externalIdTaken } from '#lib/foundation/table/writes/external-ids.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { refusalOf } from '#lib/program/affiliates/writes/known.ts';
import { draftOf } from '#lib/program/discounts/rules/new-discount.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';
import type { DiscountInput } from '#lib/program/discounts/schema/endpoints.ts';
import { addBatch, membershipOf, toBatches } from '#lib/program/discounts/writes/bulk.ts';
import { codeKey, codeTaken, noCode, unknownCampaign } from '#lib/program/discounts/writes/discount.ts';

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
  const references = await readReferences(drafts);
  const memberships = knownMemberships(drafts, references);
  const checked = refuseKnownFailures(drafts, references, attempt.done);
  const indexOf = new Map(checked.map((outcome, index) => [outcome, index]));
  const remaining = checked.filter(
    (outcome, index): outcome is Discount => !(outcome instanceof DomainError || attempt.done.has(index)),
  );
  const progressWrites = (discounts: readonly Discount[]) =>
    attempt.markDone(discounts.flatMap((discount) => indexOf.get(discount) ?? []));
  const batches = await allSettledOrThrow(
    toBatches(remaining).map((batch) => writeBatch(batch, progressWrites, memberships)),
  );
  const refused = new Map(batches.flatMap((errors) => [...errors]));
  const outcomes = checked.map((outcome) =>
    outcome instanceof DomainError ? outcome : (refused.get(outcome) ?? outcome),
  );
  return throwIfRetryable(outcomes, attempt);
}

const referencesOf = (discount: Discount) => {
  const { brandId, affiliateId, campaignId, externalId } = discount;
  return planReads({
    code: codeKey(discount),
    externalId: externalId === null ? undefined : externalIdKeys.externalId(brandId, 'discount', externalId),
    affiliate: keys.item(brandId, 'affiliate', affiliateId),
    campaign: campaignId === null ? undefined : keys.item(brandId, 'campaign', campaignId),
    membership: campaignId === null ? undefined : keys.member(brandId, campaignId, affiliateId),
  });
};

type References = ReturnType<ReturnType<typeof referencesOf>['parse']>;

async function readReferences(drafts: readonly Outcome[]): Promise<ReadonlyMap<Outcome, References>> {
  const plans = drafts.flatMap((draft) =>
    draft instanceof DomainError ? [] : [{ draft, plan: referencesOf(draft) }],
  );
  const found = await getItems(plans.flatMap(({ plan }) => plan.keys));
  let start = 0;
  return new Map(
    plans.map(({ draft, plan: { keys: wanted, parse } }) => {
      start += wanted.length;
      return [draft, parse(found.slice(start - wanted.length, start))];
    }),
  );
}

function refuseKnownFailures(
  drafts: readonly Outcome[],
  references: ReadonlyMap<Outcome, References>,
  done: ReadonlySet<number>,
): readonly Outcome[] {
  const seen = new Set<string>();
  const claims = new Map<string | null, Item>();
  return drafts.map((draft, index) => {
    const found = references.get(draft);
    if (draft instanceof DomainError || found === undefined || done.has(index)) return draft;
    const refused = refusalOf(found.affiliate, draft.affiliateId, noCode);
    if (refused !== undefined) return refused;
    if (draft.campaignId !== null && found.campaign === undefined) return unknownCampaign();
    const codeText = codeKey(draft).sk;
    if (found.code !== undefined || seen.has(codeText)) return codeTaken(found.code);
    const claim = found.externalId ?? claims.get(draft.externalId);
    if (claim !== undefined) return externalIdTaken(claim);
    seen.add(codeText);
    if (draft.externalId !== null) claims.set(draft.externalId, { ownerId: draft.id });
    return draft;
  });
}

const knownMemberships = (drafts: readonly Outcome[], references: ReadonlyMap<Outcome, References>) =>
  new Set(
    drafts.flatMap((draft) =>
      draft instanceof DomainError || references.get(draft)?.membership === undefined
        ? []
        : [membershipOf(draft)],
    ),
  );

/** If the table stays busy, returns the 503 per discount instead of throwing it, because other batches may already be written. */
async function writeBatch(
  batch: readonly Discount[],
  progressWrites: (discounts: readonly Discount[]) => readonly Write[],
  memberships: Set<string>,
): Promise<ReadonlyMap<Discount, DomainError>> {
  const failed = new Map<Discount, DomainError>();
  for (let rest = batch; rest.length > 0; rest = rest.filter((discount) => !failed.has(discount))) {
    const batchWrites = addBatch(rest, memberships);
    const writes = [...progressWrites(rest), ...batchWrites.map(({ write }) => write)];
    const refusals = await tryTransact(writes).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      for (const discount of rest) failed.set(discount, error);
      return [];
    });
    if (refusals.length === 0) return failed;
    for (const { write, existing } of refusals) {
      const error = write.refused?.(existing);
      const { discounts: affected, membership } =
        batchWrites.find((candidate) => candidate.write === write) ?? {};
      if (membership !== undefined) {
        memberships.add(membership);
        continue;
      }
      // If the claim of the idempotency key refuses its write, no single discount is the cause, so the whole request fails.
      if (affected === undefined || !(error instanceof DomainError)) {
        throw error ?? new Error('Refused without a reason');
      }
      for (const discount of affected) failed.set(discount, error);
    }
  }
  return failed;
}
