// Joins writes of several domains to one item, because DynamoDB refuses a transaction with two writes of an item.
import type { Totals } from './expression.ts';
import type { Write } from './write.ts';

const keyOf = (write: Write): string => {
  const { pk, sk } = write.kind === 'put' ? write.item : write.key;
  return `${pk} ${sk}`;
};

const summed = (values: Readonly<Record<string, unknown>>, add: Totals): Totals =>
  Object.fromEntries(Object.entries(add).map(([name, by]) => [name, Number(values[name] ?? 0) + by]));

function withIncrement(write: Write, add: Totals): Write {
  switch (write.kind) {
    case 'put':
      return { ...write, item: { ...write.item, ...summed(write.item, add) } };
    case 'update':
      return { ...write, add: { ...write.add, ...summed(write.add ?? {}, add) } };
    case 'increment': {
      const { onConflict: _, ...increment } = write;
      return { ...increment, add: { ...increment.add, ...summed(increment.add, add) } };
    }
    default:
      throw new Error(`No totals can be added to a ${write.kind}`);
  }
}

function joined(one: Write, other: Write): Write {
  if (other.kind === 'check') return one;
  if (one.kind === 'check') return other;
  if (other.kind === 'increment') return withIncrement(one, other.add);
  if (one.kind === 'increment') return withIncrement(other, one.add);
  throw new Error(`Two writes change the item ${keyOf(one)}`);
}

/** The condition of the stronger write of an item must include that of the others, as the one of a put or of a change does. */
export const onePerItem = (writes: readonly Write[]): readonly Write[] =>
  [...Map.groupBy(writes, keyOf).values()].map((group) => group.reduce(joined));
