// Builds the writes that add and change creators.
import { countChanges, countsForStatus, countsTowardLimit } from '#lib/affiliates/rules/status.ts';
import { normalizeTrackingCode } from '#lib/affiliates/rules/tracking-code.ts';
import { type Affiliate, storedEmailClaim } from '#lib/affiliates/schema.ts';
import { effectivePlan } from '#lib/billing/rules/plans.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { normalizeEmail } from '#lib/shared/email-addresses.ts';
import { conflict, forbidden } from '#lib/shared/errors.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { indexKeys, keys } from '#lib/table/keys/keys.ts';
import { incrementCounter } from '#lib/table/writes/counters.ts';
import { setAll } from '#lib/table/writes/expression.ts';
import { putNew, staleWrite, updateExisting, type Write } from '#lib/table/writes/write.ts';

export const affiliateKey = (brandId: string, id: string) => keys.item(brandId, 'affiliate', id);

const creatorLimit = (brand: Brand) => ({
  field: 'used',
  below: effectivePlan({ plan: brand.plan, status: brand.subscriptionStatus }).maxCreators,
  refused: () => forbidden('Creator limit reached'),
});

function emailTaken(claim: Item | undefined): Error {
  const { affiliateId: id } = storedEmailClaim.parse(claim);
  return conflict(`A creator with this e-mail address already exists: ${id}`, {
    name: 'affiliateExists',
    details: [{ path: 'email', message: `Belongs to ${id}`, values: [id] }],
  });
}

export function addAffiliate(affiliate: Affiliate, brand: Brand): readonly Write[] {
  const { id, email, trackingCode, status } = affiliate;
  return [
    incrementCounter(brand.id, 'affiliates', id, countsForStatus(status), creatorLimit(brand)),
    putNew({ ...keys.affiliateEmail(brand.id, normalizeEmail(email)), affiliateId: id }, emailTaken),
    putNew(
      {
        ...keys.trackingCode(normalizeTrackingCode(trackingCode)),
        brandId: brand.id,
        affiliateId: id,
        trackingCode,
        status,
      },
      () => conflict('`trackingCode` is already in use: send another one'),
    ),
    putNew({
      ...affiliateKey(brand.id, id),
      ...affiliate,
      ...indexKeys.byStatus(brand.id, 'affiliate', status),
    }),
  ];
}

export const changeAffiliate = (before: Affiliate, after: Affiliate, brand: Brand): readonly Write[] => [
  // `transact` throws the error of the first write that fails. Keep `changeItem` first: only its `StaleWrite` causes a retry.
  changeItem(before, after),
  ...changeStatus(before, after, brand),
];

function changeItem(before: Affiliate, after: Affiliate): Write {
  const { brandId, id, status, name, commissionOverride, revision } = after;
  const indexed = indexKeys.byStatus(brandId, 'affiliate', status);
  const fields = { status, name, commissionOverride, revision, ...indexed };
  const values = { ...fields, was: before.revision };
  return updateExisting(
    affiliateKey(brandId, id),
    { update: setAll(fields), condition: '#revision = :was', values },
    staleWrite,
  );
}

function changeStatus(before: Affiliate, after: Affiliate, brand: Brand): readonly Write[] {
  if (before.status === after.status) return [];
  const needsPlace = countsTowardLimit(after.status) && !countsTowardLimit(before.status);
  return [
    incrementCounter(
      brand.id,
      'affiliates',
      after.id,
      countChanges(before.status, after.status),
      needsPlace ? creatorLimit(brand) : undefined,
    ),
    updateExisting(keys.trackingCode(normalizeTrackingCode(after.trackingCode)), {
      update: 'SET #status = :status',
      values: { status: after.status },
    }),
  ];
}
