// Reads erasures, and begins them.

import type { Brand } from '#lib/access/brands/schema.ts';
import { erasedAffiliate, newErasure } from '#lib/care/privacy/rules/erasure.ts';
import { type Erasure, storedErasedPerson, storedErasure } from '#lib/care/privacy/schema/erasure.ts';
import { addErasure } from '#lib/care/privacy/writes.ts';
import { erasedRevision } from '#lib/foundation/contract/personal-fields.ts';
import { currentActor } from '#lib/foundation/shared/actor.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { getItems, query } from '#lib/foundation/table/client.ts';
import { customerPartition } from '#lib/foundation/table/keys/list-keys.ts';
import { privacyKeys } from '#lib/foundation/table/keys/privacy-keys.ts';
import { toQueryInput } from '#lib/foundation/table/list-query.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { customerKeyOf } from '#lib/money/conversions/rules/list-keys.ts';
import { conversionKey } from '#lib/money/conversions/writes.ts';
import { customerItemKey } from '#lib/money/customers/rules/customer-keys.ts';
import { queueErasureNotice } from '#lib/outlets/creator-mails/writes.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey, changeAffiliate } from '#lib/program/affiliates/writes.ts';

export async function findErasure(brandId: string, id: string): Promise<Erasure | undefined> {
  const [found] = await getItems([privacyKeys.erasure(brandId, id)]);
  return found === undefined ? undefined : storedErasure.parse(found);
}

export async function getErasure(brandId: string, id: string): Promise<Erasure> {
  const found = await findErasure(brandId, id);
  if (found === undefined) throw notFound('erasure');
  return found;
}

/** Returns the newest erasure of the person. */
async function findErasureOf(brandId: string, person: string): Promise<Erasure | undefined> {
  const [found] = await getItems([privacyKeys.erasedPerson(brandId, person)]);
  return found === undefined ? undefined : getErasure(brandId, storedErasedPerson.parse(found).erasureId);
}

/** Returns undefined for a creator whom the undo of an import has deleted, and whose events still exist. */
async function readAffiliate(brandId: string, id: string): Promise<Affiliate | undefined> {
  const [found, deleted] = await getItems([
    affiliateKey(brandId, id),
    privacyKeys.deletedAffiliate(brandId, id),
  ]);
  if (found === undefined && deleted === undefined) throw notFound('affiliate');
  return found && storedAffiliate.parse(found);
}

/** `receivedAt` is the real time. The creator itself is erased at once. An erased creator cannot change, so a repeated request returns the first erasure. */
export const eraseAffiliate = (brand: Brand, id: string, now: Date, receivedAt: Date): Promise<Erasure> =>
  retryOnConflict(async () => {
    const existing = await findErasureOf(brand.id, id);
    if (existing !== undefined) return existing;
    const before = await readAffiliate(brand.id, id);
    const erasure = newErasure({ subject: 'affiliate', affiliateId: id }, brand.id, currentActor(), now);
    const ofCreator =
      before === undefined
        ? []
        : [
            ...changeAffiliate(before, erasedAffiliate(before, now), brand, now),
            queueErasureNotice(before, receivedAt),
          ];
    await transact([...ofCreator, ...addErasure(erasure, undefined)]);
    return erasure;
  });

const customerNotFound = () => notFound('customer');

/** The item of a customer stays when the orders get another customer. Throws a 404 for an unknown customer. */
async function isItemErased(brandId: string, customerKey: string): Promise<boolean> {
  const [item] = await getItems([customerItemKey(brandId, customerKey)]);
  if (item === undefined) throw customerNotFound();
  return item[erasedRevision] !== undefined;
}

/** Returns whether the newest order of the customer is erased, or the customer, if there is no order. */
async function isNewestOrderErased(brandId: string, customerKey: string): Promise<boolean> {
  const orders = { partition: customerPartition(brandId, customerKey), index: 'byCustomer' } as const;
  const { Items: [newest] = [] } = await query({
    ...toQueryInput(orders),
    ScanIndexForward: false,
    Limit: 1,
  });
  if (newest === undefined) return isItemErased(brandId, customerKey);
  const [conversion] = await getItems([conversionKey(brandId, String(newest.listedId))]);
  return conversion?.[erasedRevision] !== undefined;
}

/** A customer who has ordered again since the last erasure is erased again. */
export const eraseCustomer = (brand: Brand, customerId: string, now: Date): Promise<Erasure> =>
  retryOnConflict(async () => {
    if (brand.salt === undefined) throw customerNotFound();
    const customerKey = customerKeyOf(brand.salt, customerId);
    const existing = await findErasureOf(brand.id, customerKey);
    const isErased = await isNewestOrderErased(brand.id, customerKey);
    if (existing !== undefined && (isErased || existing.phase !== 'done')) return existing;
    const person = { subject: 'customer', customerId, customerKey } as const;
    const erasure = newErasure(person, brand.id, currentActor(), now);
    await transact(addErasure(erasure, existing?.id));
    return erasure;
  });
