// Defines the keys of deleted discount codes, lost tracking codes and former memberships, by which old orders are judged.
import { addMilliseconds } from '#lib/foundation/shared/dates.ts';
import { key } from './link-keys.ts';

/** From `from` on, before `to`. */
interface Interval {
  readonly from: string;
  readonly to: string;
}

/** No discount code contains it, so that no code begins with another code and the separator. */
const separator = '\u0000';

/** Sorts the intervals of a name by their end, so that one read finds the interval that contains an instant. */
const intervalKey = (name: string, { from, to }: Interval): string => `${name}${separator}${to}#${from}`;

const lastCharacter = '\u{10ffff}';

/** The sort keys of the intervals of a name that ended after an instant. */
export const endedAfter = (name: string, at: Date) => ({
  from: `${name}${separator}${addMilliseconds(at, 1).toISOString()}`,
  to: `${name}${separator}${lastCharacter}`,
});

export const pastCodePartition = (brandId: string): string => `${brandId}#PAST_DISCOUNT_CODE`;

export const formerMemberPartition = (brandId: string, campaignId: string): string =>
  `${brandId}#${campaignId}#FORMER_MEMBER`;

export const lostCodePartition = (brandId: string): string => `${brandId}#LOST_TRACKING_CODE`;

/** The sort keys of the creators who had a tracking code at an instant or earlier. The last one had it latest. */
export const begunBy = (code: string, at: Date) => ({
  from: `${code}${separator}`,
  to: `${code}${separator}${at.toISOString()}`,
});

export const pastKeys = {
  pastDiscountCode: (brandId: string, code: string, interval: Interval) =>
    key(pastCodePartition(brandId), intervalKey(code, interval)),
  formerMember: (brandId: string, campaignId: string, affiliateId: string, interval: Interval) =>
    key(formerMemberPartition(brandId, campaignId), intervalKey(affiliateId, interval)),
  lostTrackingCode: (brandId: string, code: string, from: string) =>
    key(lostCodePartition(brandId), `${code}${separator}${from}`),
} as const;
