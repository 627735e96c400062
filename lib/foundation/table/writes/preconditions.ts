// Adds preconditions to a transaction. DynamoDB accepts only one action for each item, so a precondition about an item that the
// transaction writes becomes part of the condition of that write.
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import type { Write } from './write.ts';

export interface Precondition {
  readonly key: Key;
  readonly condition: string;
  /** The names must differ from those of other writes to the item. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** The same condition for an item that was read. */
  readonly isMet: (item: Item | undefined) => boolean;
  readonly refused: () => Error;
}

const keyOf = (write: Write): Key => (write.kind === 'put' ? write.item : write.key);
const isEqual = (one: Key, other: Key): boolean => one.pk === other.pk && one.sk === other.sk;

const merge = (write: Write, { condition, values, isMet, refused }: Precondition): Write => ({
  ...write,
  condition: write.condition === undefined ? condition : `(${write.condition}) AND ${condition}`,
  values: { ...write.values, ...values },
  // Without a condition of its own, the write can only be refused by the precondition.
  precondition: (existing) => (write.condition === undefined || !isMet(existing) ? refused() : undefined),
});

export function withPreconditions(
  writes: readonly Write[],
  preconditions: readonly Precondition[],
): readonly Write[] {
  const about = (write: Write) => preconditions.find(({ key }) => isEqual(key, keyOf(write)));
  const checks = preconditions
    .filter(({ key }) => !writes.some((write) => isEqual(key, keyOf(write))))
    .map(
      ({ key, condition, values, refused }): Write => ({
        kind: 'check',
        key,
        condition,
        values,
        precondition: refused,
      }),
    );
  const merged = writes.map((write) => {
    const precondition = about(write);
    return precondition === undefined ? write : merge(write, precondition);
  });
  return [...checks, ...merged];
}
