// Derives the keys under which the creator of a customer is found.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { emailHashOf } from '#lib/money/conversions/rules/customer-email.ts';
import { customerKeyOf, customerOf } from '#lib/money/conversions/rules/list-keys.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';

interface CustomerOfOrder {
  readonly customerId?: string | undefined;
  readonly customerEmail?: string | undefined;
  readonly customerEmailHash?: string | undefined;
}

export interface CustomerKeys {
  readonly customer: Key | undefined;
  readonly email: Key | undefined;
}

export const customerItemKey = (brandId: string, customerKey: string): Key =>
  keys.item(brandId, 'customer', customerKey);

/** Salted hashes, because the items outlive the orders of an erased customer. */
export function customerKeysOf({ id, salt }: Brand, order: CustomerOfOrder): CustomerKeys {
  const { customerId } = order;
  const emailHash = emailHashOf(salt, order) ?? order.customerEmailHash;
  return {
    customer: customerId === undefined ? undefined : customerItemKey(id, customerKeyOf(salt, customerId)),
    email: emailHash === undefined ? undefined : keys.customerEmail(id, emailHash),
  };
}

/** The keys of the customer of a recorded order, whose address is stored as a hash only. */
export function recordedCustomerKeys(brand: Brand, conversion: Conversion): CustomerKeys {
  const { customerHash, customerEmailHash = customerHash } = conversion;
  const customerKey = customerOf(conversion, { brand });
  return {
    customer: customerKey === undefined ? undefined : customerItemKey(brand.id, customerKey),
    email: customerEmailHash === null ? undefined : keys.customerEmail(brand.id, customerEmailHash),
  };
}
