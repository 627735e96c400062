// Decides how an order binds its customer.

import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import {
  type Bindings,
  bindingOf,
  isFree,
  moved,
  newBinding,
  newCustomer,
} from '#lib/money/customers/rules/binding.ts';
import type { CustomerKeys } from '#lib/money/customers/rules/customer-keys.ts';
import { firstOrderOf } from '#lib/money/customers/rules/first-order.ts';
import type { Binding, Customer } from '#lib/money/customers/schema/customer.ts';

export interface BindingOrder {
  readonly keys: CustomerKeys;
  /** The bindings as they were read for this order. */
  readonly bindings: Bindings;
  readonly conversion: Conversion;
}

/** A move changes all addresses of a customer in one transaction, so their number is limited. */
const maxEmailKeys = 10;

const withoutFacts = ({ isChosen, ...bound }: Binding): Binding => ({
  brandId: bound.brandId,
  affiliateId: bound.affiliateId,
  reason: bound.reason,
  pastAffiliates: bound.pastAffiliates,
  campaignId: bound.campaignId,
  conversionId: bound.conversionId,
  boundAt: bound.boundAt,
  firstOrderId: bound.firstOrderId,
  ...(isChosen !== undefined && { isChosen }),
  revision: 0,
});

const boundAgain = <Bound extends Binding>(free: Bound, binding: Binding, now: Date): Bound => {
  const { campaignId, conversionId, boundAt, isChosen } = binding;
  return { ...moved(free, binding, now), campaignId, conversionId, boundAt, isChosen };
};

/** The first sale of a customer whom a lead or signup has bound changes the items once more. */
const withFirst = <Bound extends Binding>(bound: Bound, { firstOrderId }: Binding): Bound =>
  bound.firstOrderId === null && firstOrderId !== null ? { ...bound, firstOrderId } : bound;

function boundCustomer({ keys, bindings, conversion }: BindingOrder, binding: Binding, now: Date) {
  const { customer: key, email } = keys;
  const { customer } = bindings;
  if (key === undefined || conversion.customerId === null) return customer;
  const newEmailKeys = email === undefined ? [] : [email.sk];
  if (customer === undefined) {
    const facts = { customerId: conversion.customerId, customerKey: key.sk, emailKeys: newEmailKeys };
    return newCustomer(binding, facts, now);
  }
  const bound: Customer = withFirst(
    isFree(customer) ? boundAgain(customer, binding, now) : customer,
    binding,
  );
  const isNewAddress = email !== undefined && bindings.email === undefined;
  return isNewAddress && customer.emailKeys.length < maxEmailKeys
    ? { ...bound, emailKeys: [...customer.emailKeys, email.sk] }
    : bound;
}

function boundEmail({ keys, bindings: { customer, email } }: BindingOrder, binding: Binding, now: Date) {
  if (email !== undefined) return withFirst(isFree(email) ? boundAgain(email, binding, now) : email, binding);
  const hasRoom = (customer?.emailKeys.length ?? 0) < maxEmailKeys;
  return keys.email !== undefined && hasRoom ? binding : undefined;
}

/**
 * Binds the id and the address of the customer that are not bound: to the creator of the other one, or else to the creator of the
 * order. A test binds nobody.
 */
export function boundBy(order: BindingOrder, now: Date): Bindings {
  const { bindings, conversion } = order;
  if (conversion.isTest) return bindings;
  const bound = bindingOf(bindings);
  const found = bound === undefined || isFree(bound) ? newBinding(conversion) : withoutFacts(bound);
  if (found === undefined) return bindings;
  const binding = { ...found, firstOrderId: firstOrderOf(bindings, conversion) };
  return { customer: boundCustomer(order, binding, now), email: boundEmail(order, binding, now) };
}
