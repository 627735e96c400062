// Reads customers, and moves them to other creators.
import type { Brand } from '#lib/access/brands/schema.ts';
import { unknownReference } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { boundCustomersPartition, customersPartition } from '#lib/foundation/table/keys/list-keys.ts';
import { readReferred } from '#lib/foundation/table/list-lookups.ts';
import type { ListQuery } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { customerKeyOf } from '#lib/money/conversions/rules/list-keys.ts';
import { chosen } from '#lib/money/customers/rules/binding.ts';
import { customerItemKey } from '#lib/money/customers/rules/customer-keys.ts';
import { type Customer, storedCustomer, storedCustomerEmail } from '#lib/money/customers/schema/customer.ts';
import type { CustomerChanges, CustomerFilters } from '#lib/money/customers/schema/endpoints.ts';
import { changeCustomer, changeEmailBinding } from '#lib/money/customers/writes.ts';
import { creatorMustExist } from '#lib/program/affiliates/writes/known.ts';

type BrandOfCustomer = Pick<Brand, 'id' | 'salt'>;

const keyOf = ({ id, salt }: BrandOfCustomer, customerId: string): Key =>
  customerItemKey(id, customerKeyOf(salt, customerId));

const parseCustomer = (found: Item): Customer => storedCustomer.parse(found);

export const getCustomer = async (brand: BrandOfCustomer, customerId: string): Promise<Customer> =>
  parseCustomer(await getExisting(keyOf(brand, customerId), 'customer'));

/** The indexes have only keys, which are sorted by the ids of the customers. */
export async function listCustomers(
  brandId: string,
  { affiliateId }: CustomerFilters,
  page: PageRequest,
): Promise<List<Customer>> {
  const list: ListQuery =
    affiliateId === undefined
      ? { partition: customersPartition(brandId), index: 'byTime' }
      : { partition: boundCustomersPartition(brandId, affiliateId), index: 'byCustomer' };
  const source = { queries: [list], kind: 'customer' } as const;
  const listed = await readList(
    source,
    page,
    ({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }),
    undefined,
  );
  return readReferred(listed, (key) => key, parseCustomer);
}

/** An address that is bound to somebody else, because several people share it, stays where it is. */
async function moveEmails(before: Customer, changes: CustomerChanges, now: Date): Promise<readonly Write[]> {
  const emailKeys = before.emailKeys.map((emailKey) => keys.customerEmail(before.brandId, emailKey));
  const found = emailKeys.length === 0 ? [] : await getItems(emailKeys);
  return emailKeys.flatMap((key, index) => {
    const item = found[index];
    if (item === undefined) return [];
    const email = storedCustomerEmail.parse(item);
    const isShared = email.affiliateId !== before.affiliateId;
    return isShared ? [] : [changeEmailBinding(key, email, chosen(email, changes, now))];
  });
}

/** The new creator earns with later orders. Recorded orders keep their creator. */
export const moveCustomer = (
  brand: BrandOfCustomer,
  customerId: string,
  changes: CustomerChanges,
  now: Date,
): Promise<Customer> =>
  retryOnConflict(async () => {
    const before = await getCustomer(brand, customerId);
    const after = chosen(before, changes, now);
    if (after === before) return before;
    const unknown = () => unknownReference('affiliateId', 'affiliate');
    const { affiliateId } = changes;
    await transact([
      changeCustomer(keyOf(brand, customerId), before, after),
      ...(await moveEmails(before, changes, now)),
      ...(affiliateId === null ? [] : [creatorMustExist({ brandId: brand.id, affiliateId }, unknown)]),
    ]);
    return after;
  });
