// Reads what decides about the earnings of a recorded order that changes.
import type { Brand } from '#lib/access/brands/schema.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { TermsOfOrder } from '#lib/money/commissions/rules/earnings.ts';
import type { Judgement } from '#lib/money/conversions/rules/judgement.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { type Bindings, bindingsIn } from '#lib/money/customers/rules/binding.ts';
import { customerKeysOfRecorded, customerKindOf } from '#lib/money/customers/rules/first-order.ts';
import type { CustomerKind } from '#lib/program/terms/schema/terms.ts';
import { mayHaveTerms, readTerms } from './terms-of-order.ts';

/** The references of an order do not find an erased customer any more, but the key in the order does. */
async function readCustomerKind(
  brand: Brand,
  order: Conversion,
  found: Bindings | undefined,
): Promise<CustomerKind> {
  if (found !== undefined && order.customerKey === undefined) return customerKindOf(order, found);
  const keys = customerKeysOfRecorded(brand, order);
  const wanted = [keys.customer, keys.email].filter((key) => key !== undefined);
  return customerKindOf(order, bindingsIn(wanted.length === 0 ? [] : await getItems(wanted), keys));
}

/** A canceled order keeps its rate. Nothing is read for an order that no terms can affect. */
export async function readTermsOfChange(
  brand: Brand,
  order: Conversion,
  judgement: Judgement,
): Promise<Omit<TermsOfOrder, 'items'>> {
  const at = new Date(order.occurredAt);
  if (order.canceledAt !== null || !mayHaveTerms(brand, judgement, at))
    return { ownTerms: [], customer: 'new' };
  const [ownTerms, customer] = await Promise.all([
    judgement.ownTerms ?? readTerms(brand, judgement, at),
    readCustomerKind(brand, order, judgement.bindings),
  ]);
  return { ownTerms, customer };
}
