// Reads whether the orders of a simulation are of new or of returning customers.
import type { Brand } from '#lib/access/brands/schema.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { bindingsIn } from '#lib/money/customers/rules/binding.ts';
import { recordedCustomerKeys } from '#lib/money/customers/rules/customer-keys.ts';
import { customerKindOf } from '#lib/money/customers/rules/first-order.ts';
import type { Simulation } from '#lib/money/simulations/schema/stored.ts';
import type { CustomerKind } from '#lib/program/terms/schema/terms.ts';

const distinguishesCustomers = ({ terms: { rules } }: Simulation): boolean =>
  rules.some(({ customers }) => customers !== undefined);

/** Reads nothing if the terms pay for new and for returning customers alike. */
export async function readCustomers(
  simulation: Simulation,
  brand: Brand,
  orders: readonly Conversion[],
): Promise<readonly CustomerKind[]> {
  if (!distinguishesCustomers(simulation)) return orders.map(() => 'new');
  const all = orders.map((order) => ({ order, keys: recordedCustomerKeys(brand, order) }));
  const wanted = all.flatMap(({ keys: { customer, email } }) => [customer, email]);
  const items = await getItems(
    wanted.filter((key) => key !== undefined),
    { isConsistent: false },
  );
  return all.map(({ order, keys }) => customerKindOf(order, bindingsIn(items, keys)));
}
