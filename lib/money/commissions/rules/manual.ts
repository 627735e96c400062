// Creates commissions without an order: bonuses, deductions and opening balances.

import type { Brand } from '#lib/access/brands/schema.ts';
import { conflict, invalidField, unknownReference } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { toMinor } from '#lib/foundation/shared/money.ts';
import { parseRawBody, type RawBody } from '#lib/foundation/shared/raw-body.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads, type ReadPlan } from '#lib/foundation/table/keys/read-plan.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { type ManualInput, manualInput } from '#lib/money/commissions/schema/inputs.ts';
import { clockSkewMilliseconds } from '#lib/money/conversions/rules/attribution.ts';

/** The creator and the campaign that the request names. */
export interface Named {
  readonly affiliate: Item | undefined;
  readonly campaign: Item | undefined;
}

/** Plans no read for an invalid body, because validation rejects the request later. */
export function prefetchNamed(request: RawBody, brandId: string): ReadPlan<Named> {
  const { affiliateId, campaignId } = parseRawBody(manualInput, request) ?? {};
  return planReads({
    affiliate: affiliateId === undefined ? undefined : keys.item(brandId, 'affiliate', affiliateId),
    campaign: campaignId === undefined ? undefined : keys.item(brandId, 'campaign', campaignId),
  });
}

/** A draft can be deleted with its totals, and the erasure of a creator has ended, so it would miss the reason. */
function checkNamed({ affiliateId, campaignId }: ManualInput, { affiliate, campaign }: Named): void {
  if (affiliate === undefined) throw unknownReference('affiliateId', 'affiliate');
  if (affiliate.erasedRevision !== undefined) {
    throw conflict(
      'affiliate_erased',
      `The personal data of ${affiliateId} was erased, so the creator gets no further commission`,
    );
  }
  if (campaignId === undefined) return;
  if (campaign === undefined) throw unknownReference('campaignId', 'campaign');
  if (campaign.status === 'draft') {
    throw invalidField('campaignId', 'Is a draft: set its status to active first, or omit the field');
  }
}

function signedAmount({ kind, amount }: ManualInput, currency: string): number {
  if (amount < 0 && kind !== 'openingBalance') {
    throw invalidField(
      'amount',
      'Must be more than 0. To take money from the creator, send `kind`: `deduction`',
    );
  }
  const minor = toMinor(amount, currency, 'amount');
  return kind === 'deduction' ? -minor : minor;
}

interface Circumstances {
  readonly brand: Brand;
  readonly named: Named;
  readonly approvedBy: string;
}

/** It is approved at once, because an admin has decided about it. */
export function newManualCommission(
  input: ManualInput,
  { brand, named, approvedBy }: Circumstances,
  now: Date,
): Commission {
  checkNamed(input, named);
  const { affiliateId, campaignId = null, kind, reason, occurredAt } = input;
  if (occurredAt !== undefined && Date.parse(occurredAt) > now.getTime() + clockSkewMilliseconds) {
    throw invalidField('occurredAt', 'Must not be in the future');
  }
  const amount = signedAmount(input, brand.currency);
  const at = now.toISOString();
  return {
    id: newId('commission', now),
    brandId: brand.id,
    affiliateId,
    campaignId,
    discountId: null,
    conversionId: null,
    orderId: null,
    orderAmount: null,
    amount,
    originalAmount: amount,
    currency: brand.currency,
    rate: null,
    status: 'approved',
    occurredAt: occurredAt ?? at,
    createdAt: at,
    eligibleAt: at,
    approvedAt: at,
    approvedBy,
    paidAt: null,
    payoutId: null,
    reason,
    hold: null,
    adjusts: null,
    manualKind: kind,
    revision: 0,
  };
}
