// Builds the writes that keep a customer bound to the creator of the order that bound the customer, when this order changes.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { ItemBatch, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { bindingsIn } from '#lib/money/customers/rules/binding.ts';
import { boundBy } from '#lib/money/customers/rules/bound.ts';
import { recordedCustomerKeys } from '#lib/money/customers/rules/customer-keys.ts';
import { followed, follows } from '#lib/money/customers/rules/following.ts';
import { writeCustomer, writeEmailBinding } from '#lib/money/customers/writes.ts';

interface ChangedOrder {
  readonly brand: Brand;
  readonly before: Conversion;
  readonly after: Conversion;
}

/** Keys of the same kind have the same partition key. */
const isSame = (one: Key | undefined, other: Key | undefined): boolean => one?.sk === other?.sk;

const distinct = (all: readonly (Key | undefined)[]): readonly Key[] =>
  all
    .filter((key) => key !== undefined)
    .filter((key, index, found) => found.findIndex((one) => isSame(one, key)) === index);

const keysOf = ({ brand, before, after }: ChangedOrder) => {
  const [from, to] = [recordedCustomerKeys(brand, before), recordedCustomerKeys(brand, after)];
  return { from, to };
};

export function customerKeysOfChange(changed: ChangedOrder): readonly Key[] {
  const { from, to } = keysOf(changed);
  return [...distinct([from.customer, to.customer]), ...distinct([from.email, to.email])];
}

/** Returns the addresses that later orders of the customer have bound, because they move together with the customer. */
export function otherAddresses(changed: ChangedOrder, items: ItemBatch): readonly Key[] {
  const { from, to } = keysOf(changed);
  const { customer } = bindingsIn(items, from);
  if (customer === undefined || !follows(customer, changed.before)) return [];
  return customer.emailKeys
    .map((emailKey) => keys.customerEmail(changed.brand.id, emailKey))
    .filter((key) => !isSame(key, from.email) && !isSame(key, to.email));
}

/** `items` are those of `customerKeysOfChange` and of `otherAddresses`. Binds the customer of an order that has another creator or customer. */
export function followOrder(changed: ChangedOrder, items: ItemBatch, now: Date): readonly Write[] {
  const { before, after } = changed;
  const { from, to } = keysOf(changed);
  const isNamed = isSame(from.customer, to.customer);
  const customers = distinct([from.customer, to.customer]).map((key) => {
    const { customer: was } = bindingsIn(items, { customer: key, email: undefined });
    return { key, was, is: was && followed(was, { order: after, isNamed: isSame(key, to.customer) }, now) };
  });
  const addresses = distinct([from.email, to.email, ...otherAddresses(changed, items)]).map((key) => {
    const { email: was } = bindingsIn(items, { customer: undefined, email: key });
    const isOwn = isSame(key, from.email) || isSame(key, to.email);
    const order = { order: after, isNamed: isOwn ? isSame(key, to.email) : isNamed };
    return { key, was, is: was && followed(was, order, now) };
  });
  const isOfSameCreator = before.affiliateId === after.affiliateId;
  const isSettled = isOfSameCreator && isNamed && isSame(from.email, to.email);
  const bindings = {
    customer: customers.find(({ key }) => isSame(key, to.customer))?.is,
    email: addresses.find(({ key }) => isSame(key, to.email))?.is,
  };
  const bound =
    isSettled || after.canceledAt !== null
      ? bindings
      : boundBy({ keys: to, bindings, conversion: after }, now);
  return [
    ...customers.flatMap(({ key, was, is }) =>
      writeCustomer(key, was, isSame(key, to.customer) ? bound.customer : is),
    ),
    ...addresses.flatMap(({ key, was, is }) =>
      writeEmailBinding(key, was, isSame(key, to.email) ? bound.email : is),
    ),
  ];
}
