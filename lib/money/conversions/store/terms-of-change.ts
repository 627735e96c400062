// Reads what decides about the earnings of a recorded order that changes.
import type { Brand } from '#lib/access/brands/schema.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { ItemBatch } from '#lib/foundation/table/keys/item.ts';
import type { TermsOfOrder } from '#lib/money/commissions/rules/earnings.ts';
import type { Judgement } from '#lib/money/conversions/rules/judgement.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { bindingsIn } from '#lib/money/customers/rules/binding.ts';
import { recordedCustomerKeys } from '#lib/money/customers/rules/customer-keys.ts';
import { customerKindOf } from '#lib/money/customers/rules/first-order.ts';
import type { CustomerKind } from '#lib/program/terms/schema/terms.ts';
import { mayHaveTerms, readTerms } from './terms-of-order.ts';

export interface CustomerOfChange {
  /** The items that were read together with the order, if the bindings of its customer are among them. */
  readonly known: ItemBatch | undefined;
  readonly mayBind: boolean;
}

async function readCustomerKind(
  brand: Brand,
  order: Conversion,
  { known, mayBind }: CustomerOfChange,
): Promise<CustomerKind> {
  const keys = recordedCustomerKeys(brand, order);
  const wanted = [keys.customer, keys.email].filter((key) => key !== undefined);
  const items = known ?? (wanted.length === 0 ? [] : await getItems(wanted));
  return customerKindOf(order, bindingsIn(items, keys), mayBind);
}

/** A canceled order keeps its rate. Nothing is read for an order that no terms can affect. */
export async function readTermsOfChange(
  brand: Brand,
  order: Conversion,
  judgement: Judgement,
  customerOfChange: CustomerOfChange,
): Promise<Omit<TermsOfOrder, 'items'>> {
  const at = new Date(order.occurredAt);
  if (order.canceledAt !== null || !mayHaveTerms(brand, judgement, at))
    return { ownTerms: [], customer: 'new' };
  const [ownTerms, customer] = await Promise.all([
    judgement.ownTerms ?? readTerms(brand, judgement, at),
    readCustomerKind(brand, order, customerOfChange),
  ]);
  return { ownTerms, customer };
}
