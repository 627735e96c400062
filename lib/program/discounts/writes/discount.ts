// Builds the writes that add and delete a discount code.

import { conflict, type DomainError, notFound, unknownReference } from '#lib/foundation/shared/errors.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { indexKeys, keys } from '#lib/foundation/table/keys/keys.ts';
import { listKeys } from '#lib/foundation/table/keys/list-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import {
  changeExternalId,
  claimExternalId,
  releaseExternalId,
} from '#lib/foundation/table/writes/external-ids.ts';
import { changeUnspread } from '#lib/foundation/table/writes/gathered-totals.ts';
import {
  deleteExisting,
  mustExist,
  putNew,
  staleWrite,
  type Write,
} from '#lib/foundation/table/writes/write.ts';
import { creatorMustBeKnown } from '#lib/program/affiliates/writes/known.ts';
import { incrementCreatorsCount, putMember } from '#lib/program/campaigns/writes.ts';
import { normalizeDiscountCode } from '#lib/program/discounts/rules/discount-code.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';
import { changeCounts, pausedIn } from './counts.ts';

type Joining = Pick<Discount, 'brandId' | 'campaignId' | 'affiliateId' | 'createdAt'>;

export const discountKey = (brandId: string, id: string) => keys.item(brandId, 'discount', id);

export const codeKey = ({ brandId, code }: Pick<Discount, 'brandId' | 'code'>) =>
  keys.discountCode(brandId, normalizeDiscountCode(code));

/** `claim` is the item that the other discount has stored under the code. Undefined for another one of the same request. */
export function codeTaken(claim: Item | undefined): DomainError {
  const message = 'A discount with this code already exists';
  if (claim === undefined) return conflict('discount_exists', message);
  const id = String(claim.discountId);
  return conflict('discount_exists', message, {
    details: [{ path: 'code', message: `Belongs to ${id}`, values: [id] }],
  });
}
export const unknownCampaign = (): DomainError => unknownReference('campaignId', 'campaign');

/** Ends the sentence about a creator who was erased. */
export const noCode = 'the creator gets no discount code';

const discountListKeys = ({ id, brandId, affiliateId, campaignId, status }: Discount) => ({
  ...listKeys.listedId(id),
  ...listKeys.discountsByStatus(brandId, affiliateId, status, id),
  ...(campaignId !== null && listKeys.discountOfCampaign(brandId, campaignId, status)),
});

export const putDiscount = (discount: Discount): readonly Write[] => [
  putNew(
    // The item repeats the ids, so that an order with this code can read the creator, the campaign and the discount in one batch.
    {
      ...codeKey(discount),
      discountId: discount.id,
      affiliateId: discount.affiliateId,
      campaignId: discount.campaignId,
      from: discount.createdAt,
    },
    codeTaken,
  ),
  ...claimExternalId(discount, 'discount'),
  putNew({
    ...discountKey(discount.brandId, discount.id),
    ...discount,
    ...indexKeys.byAffiliate(discount.brandId, 'discount', discount.affiliateId),
    ...discountListKeys(discount),
  }),
];

/** Refused if the campaign does not exist, also when `count` is 0. */
export const countNewMembers = (brandId: string, campaignId: string, count: number): Write =>
  count === 0
    ? mustExist(keys.item(brandId, 'campaign', campaignId), unknownCampaign)
    : incrementCreatorsCount(brandId, campaignId, count, unknownCampaign);

/** Throws a stale write if the creator has become a member meanwhile. */
export const putNewMember = (
  brandId: string,
  campaignId: string,
  { affiliateId, createdAt }: Pick<Discount, 'affiliateId' | 'createdAt'>,
): Write => putMember(brandId, campaignId, affiliateId, createdAt, staleWrite);

/** `owner` is a discount code or a link. */
export function joinCampaign(owner: Joining, isMember: boolean): readonly Write[] {
  const { brandId, campaignId } = owner;
  if (campaignId === null) return [];
  return isMember
    ? [countNewMembers(brandId, campaignId, 0)]
    : [countNewMembers(brandId, campaignId, 1), putNewMember(brandId, campaignId, owner)];
}

/** The creator becomes a member of the campaign, because only members earn with a campaign. */
export const addDiscount = (discount: Discount, isMember: boolean): readonly Write[] => [
  creatorMustBeKnown(discount, noCode),
  ...joinCampaign(discount, isMember),
  ...putDiscount(discount),
  ...changeCounts(discount, 1, pausedIn([discount])),
];

const unchanged = ({ revision }: Discount) => ({
  condition: '#revision = :was',
  values: { was: revision },
});

const goneOrStale = (existing: Item | undefined): Error =>
  existing === undefined ? notFound('discount') : staleWrite();

/** `cells` has the totals of a code with spread totals that gets a limit. */
export function changeDiscount(before: Discount, after: Discount, cells?: readonly Item[]): readonly Write[] {
  const key = discountKey(after.brandId, after.id);
  const stored = (discount: Discount) => ({ ...discount, ...discountListKeys(discount) });
  const paused = pausedIn([after]) - pausedIn([before]);
  return [
    ...(after.usageLimit === null
      ? [changeItem(key, stored(before), stored(after), goneOrStale)]
      : changeUnspread({ key, before: stored(before), after: stored(after), refused: goneOrStale }, cells)),
    ...changeExternalId(before, after, 'discount'),
    ...changeCounts(after, 0, paused),
  ];
}

function putPastCode({ id, brandId, code, affiliateId, campaignId, createdAt }: Discount, now: Date): Write {
  const interval = { from: createdAt, to: now.toISOString() };
  const key = keys.pastDiscountCode(brandId, normalizeDiscountCode(code), interval);
  return { kind: 'put', item: { ...key, discountId: id, affiliateId, campaignId, ...interval } };
}

/** Orders from before do not belong to the creator either. */
export const removeUnusedDiscount = (discount: Discount): readonly Write[] => [
  deleteExisting(discountKey(discount.brandId, discount.id), goneOrStale, unchanged(discount)),
  deleteExisting(codeKey(discount), () => notFound('discount')),
  ...releaseExternalId(discount, 'discount'),
  ...changeCounts(discount, -1, -pausedIn([discount])),
];

export const removeDiscount = (discount: Discount, now: Date): readonly Write[] => [
  ...removeUnusedDiscount(discount),
  putPastCode(discount, now),
];
