// Erases the item that binds a customer to a creator.
import type { Erasure } from '#lib/care/privacy/schema/erasure.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { customerItemKey } from '#lib/money/customers/rules/customer-keys.ts';
import { storedCustomer } from '#lib/money/customers/schema/customer.ts';
import { eraseItem } from './items.ts';

/**
 * The creator stays bound to the hash of the customer id. The hashes of the addresses are deleted first, because a retry finds them
 * in the customer. Returns the id under which the customer has events.
 */
export async function eraseCustomerItem({ brandId, customerKey }: Erasure): Promise<readonly string[]> {
  if (customerKey === null) return [];
  const key = customerItemKey(brandId, customerKey);
  const item = await getItem(key);
  if (item === undefined) return [];
  const { id, emailKeys } = storedCustomer.parse(item);
  if (emailKeys.length > 0) {
    await transact(
      emailKeys.map((emailKey) => ({ kind: 'delete', key: keys.customerEmail(brandId, emailKey) })),
    );
  }
  await eraseItem('customer', key);
  return [id];
}
