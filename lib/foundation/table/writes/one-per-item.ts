// Joins writes of several domains or rows to one item, because DynamoDB refuses a transaction with two writes of an item.
import type { Totals } from './expression.ts';
import { ifExisting, type Write } from './write.ts';

type Increment = Write & { readonly kind: 'increment' };

export const itemOf = (write: Write): string => {
  const { pk, sk } = write.kind === 'put' ? write.item : write.key;
  return `${pk} ${sk}`;
};

const summed = (values: Readonly<Record<string, unknown>>, add: Totals): Totals =>
  Object.fromEntries(Object.entries(add).map(([name, by]) => [name, Number(values[name] ?? 0) + by]));

/** The limit of the sum is lower by the second increment. */
function withSum({ onConflict: _, ...increment }: Increment, add: Totals): Write {
  const { bound, values = {} } = increment;
  const limit = Number(values.limit) - (add[bound ?? ''] ?? 0);
  return {
    ...increment,
    add: { ...increment.add, ...summed(increment.add, add) },
    ...(bound !== undefined && { values: { ...values, limit } }),
  };
}

function withIncrement(write: Write, add: Totals): Write {
  switch (write.kind) {
    case 'put':
      return { ...write, item: { ...write.item, ...summed(write.item, add) } };
    case 'update':
      return { ...write, add: { ...write.add, ...summed(write.add ?? {}, add) } };
    case 'increment':
      return withSum(write, add);
    default:
      throw new Error(`No totals can be added to a ${write.kind}`);
  }
}

function joined(one: Write, other: Write): Write {
  if (other.kind === 'check') return one;
  if (one.kind === 'check') return other;
  if (other.kind === 'increment' && (one.kind !== 'increment' || one.condition !== undefined))
    return withIncrement(one, other.add);
  if (one.kind === 'increment') return withIncrement(other, one.add);
  throw new Error(`Two writes change the item ${itemOf(one)}`);
}

/** The condition of the stronger write of an item must include that of the others, as the one of a put or of a change does. */
export const onePerItem = (writes: readonly Write[]): readonly Write[] =>
  [...Map.groupBy(writes, itemOf).values()].map((group) => group.reduce(joined));

const { condition: exists } = ifExisting();

/** Returns true if writes of independent rows to an item can be joined. Their order does not matter, and each keeps its condition. */
export const isJoinable = (write: Write): boolean =>
  write.kind === 'increment' &&
  (write.condition === undefined || write.condition === exists || write.bound !== undefined);
