// Decides to which creator a customer is bound, and for how long.
import type { CustomerAttribution } from '#lib/access/brands/schema/customer-attribution.ts';
import { addMonths } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { afterChange, valueAt } from '#lib/foundation/shared/past-values.ts';
import { type ItemBatch, itemWithKey } from '#lib/foundation/table/keys/item.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import {
  type Binding,
  type Customer,
  storedCustomer,
  storedCustomerEmail,
} from '#lib/money/customers/schema/customer.ts';
import type { CustomerChanges } from '#lib/money/customers/schema/endpoints.ts';
import type { CustomerKeys } from './customer-keys.ts';

export interface Bindings {
  readonly customer: Customer | undefined;
  readonly email: Binding | undefined;
}

export function bindingsIn(items: ItemBatch, keys: CustomerKeys): Bindings {
  const [customer, email] = [itemWithKey(items, keys.customer), itemWithKey(items, keys.email)];
  return {
    customer: customer && storedCustomer.parse(customer),
    email: email && storedCustomerEmail.parse(email),
  };
}

/** The order that bound the customer counts for nobody any more, and no person has chosen, so the next attributed order binds. */
export const isFree = ({ affiliateId, isChosen }: Binding): boolean =>
  affiliateId === null && isChosen === undefined;

/** The id of a customer decides before the e-mail address, which several people can share. */
export const bindingOf = ({ customer, email }: Bindings): Binding | undefined =>
  [customer, email].find((binding) => binding !== undefined && !isFree(binding)) ?? customer ?? email;

type Assignment = Pick<Binding, 'affiliateId' | 'reason'>;

const assignmentOf = ({ affiliateId, reason }: Binding): Assignment => ({ affiliateId, reason });

export const creatorAt = (binding: Binding, at: Date): string | null =>
  valueAt(binding.pastAffiliates, assignmentOf(binding), at).value.affiliateId;

/** Returns the first instant whose orders are too late, or null if there is none. A move to another creator does not extend it. */
export const endOf = ({ boundAt }: Binding, term: CustomerAttribution): string | null =>
  term.type === 'months' ? addMonths(new Date(boundAt), term.months).toISOString() : null;

/** Returns undefined for an order without a creator, which binds nobody. */
export const newBinding = (conversion: Conversion): Binding | undefined =>
  conversion.affiliateId === null
    ? undefined
    : {
        brandId: conversion.brandId,
        affiliateId: conversion.affiliateId,
        reason: null,
        pastAffiliates: [],
        campaignId: conversion.campaignId,
        conversionId: conversion.id,
        boundAt: conversion.occurredAt,
        firstOrderId: null,
        revision: 0,
      };

interface CustomerFacts {
  readonly customerId: string;
  readonly customerKey: string;
  readonly emailKeys: string[];
}

export const newCustomer = (binding: Binding, facts: CustomerFacts, now: Date): Customer => ({
  ...binding,
  ...facts,
  id: newId('customer', now),
  createdAt: now.toISOString(),
  revision: 0,
});

/** Returns the same object for the present creator, so that the caller writes nothing. */
export const moved = <Bound extends Binding>(
  before: Bound,
  { affiliateId, reason }: Assignment,
  now: Date,
): Bound =>
  affiliateId === before.affiliateId
    ? before
    : {
        ...before,
        affiliateId,
        reason,
        pastAffiliates: afterChange(before.pastAffiliates, assignmentOf(before), now),
      };

/** The decision of a person stays when the order that bound the customer changes. Returns the same object for a repeated decision. */
export const chosen = <Bound extends Binding>(before: Bound, changes: CustomerChanges, now: Date): Bound =>
  before.isChosen === true && changes.affiliateId === before.affiliateId
    ? before
    : { ...moved(before, changes, now), reason: changes.reason, isChosen: true };
