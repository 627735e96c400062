// Builds the writes that bind customers to creators.
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { listKeys } from '#lib/foundation/table/keys/list-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { type Bindings, bindingOf, newBinding, newCustomer } from './rules/binding.ts';
import type { CustomerKeys } from './rules/customer-keys.ts';
import { firstOrderOf } from './rules/first-order.ts';
import type { Binding, Customer } from './schema/customer.ts';

const withListKeys = (customer: Customer) => ({
  ...customer,
  ...listKeys.customer(customer.brandId, customer.affiliateId, customer.id),
});

export const changeCustomer = (key: Key, before: Customer, after: Customer): Write =>
  changeItem(key, withListKeys(before), withListKeys(after));

export const changeEmailBinding = (key: Key, before: Binding, after: Binding): Write =>
  changeItem(key, before, after);

/** A move changes all addresses of a customer in one transaction, so their number is limited. */
export const maxEmailKeys = 10;

/** Refused as stale if another order has bound the customer meanwhile, so that the caller reads the binding and retries. */
const put = (key: Key, item: Item): Write => putNew({ ...key, ...item }, staleWrite);

interface BindingOrder {
  readonly keys: CustomerKeys;
  /** As they were read for this order. */
  readonly bindings: Bindings;
  readonly conversion: Conversion;
}

function customerWrites({ keys, bindings, conversion }: BindingOrder, bound: Binding, now: Date) {
  const { customer: key, email } = keys;
  const { customer } = bindings;
  if (key === undefined || conversion.customerId === null) return [];
  const newEmailKeys = email === undefined ? [] : [email.sk];
  if (customer === undefined) {
    const facts = { customerId: conversion.customerId, customerKey: key.sk, emailKeys: newEmailKeys };
    return [put(key, withListKeys(newCustomer(bound, facts, now)))];
  }
  const isNewAddress = email !== undefined && bindings.email === undefined;
  const hasRoom = customer.emailKeys.length < maxEmailKeys;
  const emailKeys = isNewAddress && hasRoom ? [...customer.emailKeys, email.sk] : customer.emailKeys;
  const { firstOrderId } = bound;
  const isSame = emailKeys === customer.emailKeys && firstOrderId === customer.firstOrderId;
  return isSame ? [] : [changeCustomer(key, customer, { ...customer, emailKeys, firstOrderId })];
}

function emailWrites({ keys, bindings }: BindingOrder, bound: Binding): readonly Write[] {
  const { email: key } = keys;
  const { customer, email } = bindings;
  if (key === undefined) return [];
  if (email === undefined) return (customer?.emailKeys.length ?? 0) < maxEmailKeys ? [put(key, bound)] : [];
  const firstOrderId = email.firstOrderId ?? bound.firstOrderId;
  return firstOrderId === email.firstOrderId
    ? []
    : [changeEmailBinding(key, email, { ...email, firstOrderId })];
}

/**
 * Binds the id and the address of the customer that are not bound yet: to the creator of the other one, or else to the creator of the
 * order. The first sale of a customer whom a lead or signup has bound changes the items once more.
 */
export function bindCustomer(order: BindingOrder, now: Date): readonly Write[] {
  const { bindings, conversion } = order;
  const bound = bindingOf(bindings) ?? newBinding(conversion);
  if (bound === undefined) return [];
  const { brandId, affiliateId, reason, pastAffiliates, campaignId, conversionId, boundAt } = bound;
  const binding = {
    brandId,
    affiliateId,
    reason,
    pastAffiliates,
    campaignId,
    conversionId,
    boundAt,
    firstOrderId: firstOrderOf(bindings, conversion),
    revision: 0,
  };
  return [...customerWrites(order, binding, now), ...emailWrites(order, binding)];
}
