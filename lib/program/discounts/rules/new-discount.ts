// Creates discount codes from validated input.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Attempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { newAnnotations } from '#lib/foundation/shared/annotations.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { toStoredRate } from '#lib/foundation/shared/rates.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';
import type { DiscountInput } from '#lib/program/discounts/schema/endpoints.ts';
import { checkPeriod } from './validity.ts';

export function newDiscount(
  input: DiscountInput,
  brand: Brand,
  now: Date,
  id = newId('discount', now),
): Discount {
  const { code, type, value, affiliateId, campaignId = null, startsAt = null, endsAt = null } = input;
  checkPeriod({ startsAt, endsAt });
  return {
    id,
    brandId: brand.id,
    code,
    ...toStoredRate({ type, value }, brand.currency, 'value'),
    affiliateId,
    campaignId,
    status: input.status ?? 'active',
    pastStatuses: [],
    startsAt,
    endsAt,
    usageLimit: input.usageLimit ?? null,
    ...newAnnotations(input),
    revision: 0,
    usageCount: 0,
    totalRevenue: 0,
    createdAt: now.toISOString(),
  };
}

/** Returns the error of an invalid definition, because the others of a request do not depend on it. */
export function draftOf(
  definition: DiscountInput,
  index: number,
  brand: Brand,
  { begunAt, idForPart }: Pick<Attempt, 'begunAt' | 'idForPart'>,
): Discount | DomainError {
  try {
    return newDiscount(definition, brand, begunAt, idForPart('discount', index));
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
