// Decides whether an order is the first recorded sale of its customer.
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { CustomerKind } from '#lib/program/terms/schema/terms.ts';
import { type Bindings, bindingOf } from './binding.ts';

export interface OrderContext {
  readonly id?: string | undefined;
  /** The bindings of the customer, as they were read for the order. */
  readonly bindings?: Bindings;
  /** The commission that an earlier program has paid for the order, in minor units. */
  readonly paidAmount?: number | undefined;
}

export const unbound: Bindings = { customer: undefined, email: undefined };

/** The order itself knows best. A customer whom nothing has bound is new, and the first sale stays the first when it changes. */
export function customerKindOf(
  { id, isNewCustomer }: Pick<Conversion, 'id' | 'isNewCustomer'>,
  bindings: Bindings,
): CustomerKind {
  const first = bindingOf(bindings)?.firstOrderId ?? null;
  const isNew = isNewCustomer ?? (first === null || first === id);
  return isNew ? 'new' : 'returning';
}

/** Returns the first sale of the customer, which is this order if nothing, or only a lead or signup, has bound the customer. */
export const firstOrderOf = (bindings: Bindings, { id, kind }: Conversion): string | null =>
  bindingOf(bindings)?.firstOrderId ?? (kind === 'sale' ? id : null);
