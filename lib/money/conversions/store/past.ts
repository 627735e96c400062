// Reads the former owners of discount codes and tracking codes, and the former members of campaigns.
import { addMilliseconds } from '#lib/foundation/shared/dates.ts';
import {
  begunBy,
  endedAfter,
  formerMemberPartition,
  lostCodePartition,
  pastCodePartition,
} from '#lib/foundation/table/keys/past-keys.ts';
import { readFirst, readLast } from '#lib/foundation/table/query-pages.ts';
import { clockSkewMilliseconds, hasBegun } from '#lib/money/conversions/rules/attribution.ts';
import type { ReferenceTarget } from '#lib/money/conversions/rules/references.ts';
import { normalizeTrackingCode, trackingCodePattern } from '#lib/program/affiliates/rules/tracking-code.ts';
import { storedLostCode } from '#lib/program/affiliates/schema/affiliate.ts';
import { storedFormerMember } from '#lib/program/campaigns/schema.ts';
import { isDiscountCode, normalizeDiscountCode } from '#lib/program/discounts/rules/discount-code.ts';
import { storedPastCode } from '#lib/program/discounts/schema/discount.ts';

/** Returns the deleted discount to which a code belonged at an instant. */
export async function readPastCode(brandId: string, reference: string, at: Date) {
  const code = normalizeDiscountCode(reference);
  if (!isDiscountCode(code)) return undefined;
  const found = await readFirst({ partition: pastCodePartition(brandId) }, endedAfter(code, at));
  const past = found && storedPastCode.parse(found);
  return past && hasBegun(past.from, at) ? past : undefined;
}

/** Returns the banned creator to whom a tracking code belonged at an instant, before another creator took the code. */
export async function readFormerOwner(
  brandId: string,
  reference: string,
  at: Date,
): Promise<string | undefined> {
  const code = normalizeTrackingCode(reference);
  if (!trackingCodePattern.test(code)) return undefined;
  const range = begunBy(code, addMilliseconds(at, clockSkewMilliseconds));
  const [found] = await readLast({ partition: lostCodePartition(brandId), ...range }, 1);
  return found && storedLostCode.parse(found).affiliateId;
}

/** Returns whether `readFormerOwner` can find anybody. */
export const hasLostCodes = async (brandId: string): Promise<boolean> =>
  (await readFirst({ partition: lostCodePartition(brandId) }, {})) !== undefined;

/** Returns whether the creator was a member of the campaign at an instant, and has left it since. */
export async function wasMember(
  brandId: string,
  { campaignId, affiliateId }: ReferenceTarget,
  at: Date,
): Promise<boolean> {
  if (campaignId === null || affiliateId === undefined) return false;
  const partition = formerMemberPartition(brandId, campaignId);
  const found = await readFirst({ partition }, endedAfter(affiliateId, at));
  return found !== undefined && hasBegun(storedFormerMember.parse(found).from, at);
}
