// Builds the writes that open and close disputes.
import { conflict, invalidField, unknownReference } from '#lib/foundation/shared/errors.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { indexKeys, keys } from '#lib/foundation/table/keys/keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { claimExternalId } from '#lib/foundation/table/writes/external-ids.ts';
import { mustExist, putNew, type Write } from '#lib/foundation/table/writes/write.ts';
import { creatorMustBeKnown } from '#lib/program/affiliates/writes/known.ts';
import type { Dispute } from './schema/dispute.ts';

export const disputeKey = (brandId: string, id: string): Key => keys.item(brandId, 'dispute', id);

const withIndexKeys = (dispute: Dispute) => {
  const { brandId, affiliateId, status } = dispute;
  return {
    ...dispute,
    ...indexKeys.byStatus(brandId, 'dispute', status),
    ...indexKeys.byAffiliate(brandId, 'dispute', affiliateId),
    ...indexKeys.byAffiliateAndStatus(brandId, 'dispute', affiliateId, status),
  };
};

/** Returns null for an order without an id, because a creator can miss several of them. */
function openKey({ brandId, affiliateId, orderId, conversionId, commissionId }: Dispute): Key | null {
  const id = conversionId ?? commissionId;
  if (id !== null) return keys.openDispute(brandId, affiliateId, 'ID', id);
  return orderId === null ? null : keys.openDispute(brandId, affiliateId, 'ORDER', orderId);
}

function disputeExists(claim: Item | undefined) {
  const id = String(claim?.disputeId ?? '');
  return conflict('dispute_exists', `The open dispute ${id} is about the same subject: close it first`, {
    details: [{ path: '', message: `The open dispute is ${id}`, values: [id] }],
  });
}

/** A creator is not told that somebody else has the commission. */
const commissionMustBelong = (
  { brandId, affiliateId }: Dispute,
  commissionId: string,
  isOwn: boolean,
): Write => ({
  kind: 'check',
  key: keys.item(brandId, 'commission', commissionId),
  condition: 'attribute_exists(#pk) AND #affiliateId = :affiliateId',
  values: { affiliateId },
  refused: (commission) =>
    commission === undefined || isOwn
      ? unknownReference('commissionId', 'commission')
      : invalidField('commissionId', 'Belongs to another creator: send a commission of `affiliateId`'),
});

const conversionMustExist = (brandId: string, path: string, id: string): Write =>
  mustExist(keys.item(brandId, 'conversion', id), () => unknownReference(path, 'conversion'));

/** `isOwn` is true if the creator sends the request. */
export function openDispute(dispute: Dispute, isOwn = false): readonly Write[] {
  const { id, brandId, conversionId, commissionId } = dispute;
  const claim = openKey(dispute);
  return [
    creatorMustBeKnown(dispute, 'the creator opens no disputes'),
    ...(conversionId === null ? [] : [conversionMustExist(brandId, 'conversionId', conversionId)]),
    ...(commissionId === null ? [] : [commissionMustBelong(dispute, commissionId, isOwn)]),
    ...(claim === null ? [] : [putNew({ ...claim, disputeId: id }, disputeExists)]),
    ...claimExternalId(dispute, 'dispute'),
    putNew({ ...disputeKey(brandId, id), ...withIndexKeys(dispute) }),
  ];
}

function checkResolution({ brandId, resolution }: Dispute): readonly Write[] {
  const { conversionId = null, commissionId = null } = resolution ?? {};
  const unknown = () => unknownReference('resolution.commissionId', 'commission');
  return [
    ...(conversionId === null ? [] : [conversionMustExist(brandId, 'resolution.conversionId', conversionId)]),
    ...(commissionId === null ? [] : [mustExist(keys.item(brandId, 'commission', commissionId), unknown)]),
  ];
}

export function closeDispute(before: Dispute, after: Dispute): readonly Write[] {
  const claim = openKey(before);
  return [
    ...checkResolution(after),
    changeItem(disputeKey(before.brandId, before.id), withIndexKeys(before), withIndexKeys(after)),
    ...(claim === null ? [] : [{ kind: 'delete', key: claim } as const]),
  ];
}
