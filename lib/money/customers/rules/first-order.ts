// Decides whether an order is the first recorded sale of its customer.
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { CustomerKind } from '#lib/program/terms/schema/terms.ts';
import { type Bindings, bindingOf } from './binding.ts';

export interface OrderContext {
  readonly id?: string | undefined;
  /** The bindings of the customer, as they were read for the order. */
  readonly bindings?: Bindings;
}

export const unbound: Bindings = { customer: undefined, email: undefined };

/**
 * The order itself knows best. The first sale stays the first when it changes. After its cancellation, a change of a later sale that
 * binds nobody does not make it the first, because nothing would store this.
 */
export function customerKindOf(
  { id, kind, isNewCustomer }: Pick<Conversion, 'id' | 'kind' | 'isNewCustomer'>,
  bindings: Bindings,
  mayBind = true,
): CustomerKind {
  const binding = bindingOf(bindings);
  const first = binding?.firstOrderId ?? null;
  const isFirst = binding === undefined || mayBind || kind !== 'sale';
  const isNew = isNewCustomer ?? (first === null ? isFirst : first === id);
  return isNew ? 'new' : 'returning';
}

/** The first sale of a customer whom nothing has bound yet, or whom a lead or signup has bound. Null if there is none. */
export const firstOrderOf = (bindings: Bindings, { id, kind }: Conversion): string | null =>
  bindingOf(bindings)?.firstOrderId ?? (kind === 'sale' ? id : null);
