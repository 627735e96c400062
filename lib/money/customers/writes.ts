// Builds the writes that bind customers to creators.
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { listKeys } from '#lib/foundation/table/keys/list-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { type BindingOrder, boundBy } from './rules/bound.ts';
import type { Binding, Customer } from './schema/customer.ts';

const withListKeys = (customer: Customer) => ({
  ...customer,
  ...listKeys.customer(customer.brandId, customer.affiliateId, customer.id),
});

export const changeCustomer = (key: Key, before: Customer, after: Customer): Write =>
  changeItem(key, withListKeys(before), withListKeys(after));

export const changeEmailBinding = (key: Key, before: Binding, after: Binding): Write =>
  changeItem(key, before, after);

/** Refused as stale if another order has bound the customer meanwhile, so that the caller reads the binding and retries. */
const put = (key: Key, item: Item): Write => putNew({ ...key, ...item }, staleWrite);

export function writeCustomer(
  key: Key | undefined,
  before: Customer | undefined,
  after: Customer | undefined,
): readonly Write[] {
  if (key === undefined || after === undefined || after === before) return [];
  return [before === undefined ? put(key, withListKeys(after)) : changeCustomer(key, before, after)];
}

export function writeEmailBinding(
  key: Key | undefined,
  before: Binding | undefined,
  after: Binding | undefined,
): readonly Write[] {
  if (key === undefined || after === undefined || after === before) return [];
  return [before === undefined ? put(key, after) : changeEmailBinding(key, before, after)];
}

export function bindCustomer(order: BindingOrder, now: Date): readonly Write[] {
  const { keys, bindings } = order;
  const bound = boundBy(order, now);
  return [
    ...writeCustomer(keys.customer, bindings.customer, bound.customer),
    ...writeEmailBinding(keys.email, bindings.email, bound.email),
  ];
}
