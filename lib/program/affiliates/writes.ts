// Builds the writes that add and change creators.

import { effectivePlan } from '#lib/access/billing/rules/plans.ts';
import { countCreation } from '#lib/access/billing/writes.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { forbidden } from '#lib/foundation/shared/errors.ts';
import { indexKeys, keys } from '#lib/foundation/table/keys/keys.ts';
import { listKeys } from '#lib/foundation/table/keys/list-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import { changeExternalId, claimExternalId } from '#lib/foundation/table/writes/external-ids.ts';
import { deleteExisting, putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { searchChanges, searchEntriesOf } from '#lib/program/affiliates/rules/search-entries.ts';
import { countChanges, countsForStatus, countsTowardLimit } from '#lib/program/affiliates/rules/status.ts';
import { emailTaken } from '#lib/program/affiliates/rules/taken.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { changeMailbox, putMailbox } from './writes/mailboxes.ts';
import { changeTarget, claimTrackingCode, putLostCode } from './writes/tracking-codes.ts';

export const affiliateKey = (brandId: string, id: string) => keys.item(brandId, 'affiliate', id);

const creatorLimit = (brand: Brand) => ({
  field: 'used',
  below: effectivePlan({ plan: brand.plan, status: brand.subscriptionStatus }).maxCreators,
  refused: () => forbidden('creator_limit_reached', 'Creator limit reached'),
});

export const emailKey = ({ brandId, email }: Affiliate) =>
  keys.affiliateEmail(brandId, normalizeEmail(email));

const claimEmail = (affiliate: Affiliate): Write =>
  putNew({ ...emailKey(affiliate), affiliateId: affiliate.id }, emailTaken);

const changeEmail = (before: Affiliate, after: Affiliate): readonly Write[] =>
  emailKey(before).sk === emailKey(after).sk
    ? []
    : [claimEmail(after), deleteExisting(emailKey(before), staleWrite)];

/** Replaces existing entries, so that it can be repeated. */
const putSearchEntries = (affiliate: Affiliate): readonly Write[] =>
  searchEntriesOf(affiliate).map((item) => ({ kind: 'put', item: { ...item } }));

function changeSearchEntries(before: Affiliate, after: Affiliate): readonly Write[] {
  const { added, removed } = searchChanges(before, after);
  return [
    ...added.map((item): Write => ({ kind: 'put', item: { ...item } })),
    ...removed.map(({ pk, sk }): Write => ({ kind: 'delete', key: { pk, sk } })),
  ];
}

const withIndexKeys = (affiliate: Affiliate) => {
  const { brandId, id, status, group } = affiliate;
  return {
    ...affiliate,
    ...indexKeys.byStatus(brandId, 'affiliate', status),
    ...(group !== null && listKeys.creatorOfGroup(brandId, group, id)),
  };
};

export function addAffiliate(affiliate: Affiliate, brand: Brand): readonly Write[] {
  const { id, status } = affiliate;
  const now = new Date(affiliate.createdAt);
  // Anybody can apply, so an application uses up no limit.
  const limit = countsTowardLimit(status) ? creatorLimit(brand) : undefined;
  return [
    incrementCounter(brand.id, 'affiliates', id, countsForStatus(status), limit),
    ...(limit ? [countCreation(brand, 'creators', id, now)] : []),
    claimEmail(affiliate),
    putMailbox(affiliate, brand),
    ...claimTrackingCode(affiliate, now),
    ...(status === 'banned' ? [putLostCode(affiliate)] : []),
    ...claimExternalId(affiliate, 'affiliate'),
    ...putSearchEntries(affiliate),
    putNew({ ...affiliateKey(brand.id, id), ...withIndexKeys(affiliate) }),
  ];
}

/** Refused with `tracking_code_taken` if a ban is lifted after another creator has taken the code. */
export const changeAffiliate = (
  before: Affiliate,
  after: Affiliate,
  brand: Brand,
  now: Date,
): readonly Write[] => [
  changeItem(affiliateKey(after.brandId, after.id), withIndexKeys(before), withIndexKeys(after)),
  ...changeEmail(before, after),
  ...changeMailbox(before, after, brand),
  ...changeSearchEntries(before, after),
  ...changeExternalId(before, after, 'affiliate'),
  ...changeStatus(before, after, brand, now),
];

function changeStatus(before: Affiliate, after: Affiliate, brand: Brand, now: Date): readonly Write[] {
  if (before.status === after.status) return [];
  const needsPlace = countsTowardLimit(after.status) && !countsTowardLimit(before.status);
  return [
    // An applicant is not counted before, and everybody else was counted when created.
    ...(needsPlace && before.status !== 'banned' ? [countCreation(brand, 'creators', after.id, now)] : []),
    incrementCounter(
      brand.id,
      'affiliates',
      after.id,
      countChanges(before.status, after.status),
      needsPlace ? creatorLimit(brand) : undefined,
    ),
    ...(before.trackingCode === after.trackingCode
      ? changeTarget(before, after, brand, now)
      : claimTrackingCode(after, now)),
  ];
}
