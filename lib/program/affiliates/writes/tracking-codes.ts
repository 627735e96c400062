// Builds the writes that claim, release and keep the tracking codes of creators.
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import {
  deleteExisting,
  staleWrite,
  updateExisting,
  type Write,
} from '#lib/foundation/table/writes/write.ts';
import { trackingCodeTaken } from '#lib/program/affiliates/rules/taken.ts';
import {
  linkCodeOf,
  normalizeTrackingCode,
  releaseTime,
} from '#lib/program/affiliates/rules/tracking-code.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';

type Code = Pick<Affiliate, 'brandId' | 'trackingCode'>;
/** `id` is that of the creator, and `createdAt` the time from which the creator had the code. */
type LostCode = Code & Pick<Affiliate, 'id' | 'createdAt'>;

const targetKey = ({ brandId, trackingCode }: Code) => keys.trackingCode(linkCodeOf(brandId, trackingCode));

/** Claims a code that is free, or that a banned creator or a deleted link has lost. */
export const claimCode = (owner: Code, target: Item, now: Date, refused: () => Error): Write => ({
  kind: 'put',
  item: { ...targetKey(owner), brandId: owner.brandId, ...target },
  condition: 'attribute_not_exists(#pk) OR #releasableAt <= :now',
  values: { now: now.toISOString() },
  refused,
});

export function claimTrackingCode(affiliate: Affiliate, now: Date): Write {
  const { id: affiliateId, trackingCode, status } = affiliate;
  const target = {
    ...{ affiliateId, trackingCode, status, from: now.toISOString() },
    // An import can create a creator whom an earlier program has banned.
    ...(status === 'banned' && { releasableAt: releaseTime(now) }),
  };
  return claimCode(affiliate, target, now, () => trackingCodeTaken());
}

export function putLostCode({ brandId, id: affiliateId, trackingCode, createdAt: from }: LostCode): Write {
  const key = keys.lostTrackingCode(brandId, normalizeTrackingCode(trackingCode), from);
  return { kind: 'put', item: { ...key, affiliateId, from } };
}

export function changeTarget(affiliate: Affiliate, now: Date): readonly Write[] {
  const { status, id: affiliateId } = affiliate;
  const change =
    status === 'banned'
      ? { set: { status, releasableAt: releaseTime(now) } }
      : { set: { status }, remove: ['releasableAt'] };
  // A link of the creator can have taken a code that the creator has lost.
  const owned = {
    condition: '#affiliateId = :affiliateId AND attribute_not_exists(#linkId)',
    values: { affiliateId },
  };
  return [
    updateExisting(targetKey(affiliate), { ...change, ...owned }, () => trackingCodeTaken()),
    ...(status === 'banned' ? [putLostCode(affiliate)] : []),
  ];
}

/** Frees the code at once, also for orders from before. */
export function removeTrackingCode(affiliate: Affiliate): readonly Write[] {
  const { brandId, id: affiliateId, trackingCode, status, createdAt } = affiliate;
  const owned = { condition: '#affiliateId = :affiliateId', values: { affiliateId } };
  const lost = keys.lostTrackingCode(brandId, normalizeTrackingCode(trackingCode), createdAt);
  return [
    deleteExisting(targetKey(affiliate), staleWrite, owned),
    ...(status === 'banned' ? [{ kind: 'delete', key: lost } as const] : []),
  ];
}
