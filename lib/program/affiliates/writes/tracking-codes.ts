// Builds the writes that claim, release and keep the tracking codes of creators.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import {
  deleteExisting,
  staleWrite,
  updateExisting,
  type Write,
} from '#lib/foundation/table/writes/write.ts';
import { brandCodeKey, sharedCodeKey, targetKey } from '#lib/program/affiliates/rules/code-places.ts';
import { trackingCodeTaken } from '#lib/program/affiliates/rules/taken.ts';
import { normalizeTrackingCode, releaseTime } from '#lib/program/affiliates/rules/tracking-code.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';

type Code = Pick<Affiliate, 'brandId' | 'trackingCode' | 'linkPrefix'>;
/** `id` is that of the creator, and `createdAt` the time from which the creator had the code. */
type LostCode = Pick<Code, 'brandId' | 'trackingCode'> & Pick<Affiliate, 'id' | 'createdAt'>;

/** An order names a code without its link prefix, so no other creator of the brand may have it from before the prefix. */
const checkShared = ({ brandId, trackingCode }: Code, now: Date, refused: () => Error): Write => ({
  kind: 'check',
  key: sharedCodeKey(brandId, trackingCode),
  condition: 'attribute_not_exists(#pk) OR #brandId <> :brandId OR #releasableAt <= :now',
  values: { brandId, now: now.toISOString() },
  refused,
});

/** Another creator of the brand can have taken the code of a banned creator under the link prefix. */
const checkOwn = ({ brandId, trackingCode }: Code): Write => ({
  kind: 'check',
  key: brandCodeKey(brandId, trackingCode),
  condition: 'attribute_not_exists(#pk)',
  refused: () => trackingCodeTaken(),
});

/** Claims a code that is free, or that a banned creator or a deleted link has lost. */
export function claimCode(owner: Code, target: Item, now: Date, refused: () => Error): readonly Write[] {
  const claim: Write = {
    kind: 'put',
    item: { ...targetKey(owner), brandId: owner.brandId, ...target },
    condition: 'attribute_not_exists(#pk) OR #releasableAt <= :now',
    values: { now: now.toISOString() },
    refused,
  };
  return owner.linkPrefix === undefined ? [claim] : [claim, checkShared(owner, now, refused)];
}

export function claimTrackingCode(affiliate: Affiliate, now: Date): readonly Write[] {
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

export function changeTarget(
  { status: statusBefore }: Affiliate,
  affiliate: Affiliate,
  brand: Pick<Brand, 'linkPrefix'>,
  now: Date,
): readonly Write[] {
  const { status, id: affiliateId, linkPrefix } = affiliate;
  const isLiftedBan = statusBefore === 'banned' && linkPrefix === undefined && brand.linkPrefix !== undefined;
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
    ...(isLiftedBan ? [checkOwn(affiliate)] : []),
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
