// Defines and builds the writes of a transaction.
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import type { Changes, Expression, Totals } from './expression.ts';

export const transactionLimit = 100;

type Action =
  | { readonly kind: 'put'; readonly item: Key & Item }
  | ({ readonly kind: 'update'; readonly key: Key } & Changes)
  /** Only adds to totals and counters, which is no event, so it names no actor. */
  | {
      readonly kind: 'increment';
      readonly key: Key;
      readonly add: Totals;
      /** The field that stays below the value `limit` of the condition. */
      readonly bound?: string;
    }
  | { readonly kind: 'delete'; readonly key: Key }
  | { readonly kind: 'check'; readonly key: Key; readonly condition: string };

export interface Flag {
  readonly key: Key;
  readonly attribute: string;
  /** The condition on which the attribute is set. */
  readonly guard: Expression;
}

interface Reroute {
  /** This attribute is set to true before `to` replaces the conflicting write. If that fails, the original write is retried. */
  readonly flag?: Flag;
  readonly to: () => Write;
}

export type Write = Action &
  Expression & {
    /** Returns the error of a failed precondition. Takes precedence over the refusals of all writes. */
    readonly precondition?: ((existing: Item | undefined) => Error | undefined) | undefined;
    readonly refused?: ((existing: Item | undefined) => Error) | undefined;
    readonly onConflict?: Reroute | undefined;
  };

export type Put = Write & { readonly kind: 'put' };

export interface Refusal {
  readonly write: Write;
  readonly existing: Item | undefined;
}

class StaleWrite extends Error {}
export const staleWrite = () => new StaleWrite('The item has changed since it was read');
export const isStaleWrite = (error: unknown): boolean => error instanceof StaleWrite;

const exists = 'attribute_exists(#pk)';
const isAbsent = 'attribute_not_exists(#pk)';

export const ifExisting = ({ condition, values }: Expression = {}): Expression => ({
  condition: condition === undefined ? exists : `${exists} AND ${condition}`,
  ...(values !== undefined && { values }),
});

export const putNew = (item: Key & Item, refused?: Write['refused']): Put => ({
  kind: 'put',
  item,
  condition: isAbsent,
  refused,
});

export const updateExisting = (
  key: Key,
  change: Changes & Expression,
  refused?: Write['refused'],
): Write => ({
  ...change,
  kind: 'update',
  key,
  condition: change.condition === undefined ? exists : `${exists} AND ${change.condition}`,
  refused,
});

export const incrementExisting = (
  key: Key,
  add: Totals,
  refused?: Write['refused'],
  guard?: Expression,
): Write => ({
  kind: 'increment',
  key,
  add,
  ...ifExisting(guard),
  refused,
});

export const deleteExisting = (
  key: Key,
  refused?: Write['refused'],
  guard: { condition: string; values?: Expression['values'] } | undefined = undefined,
): Write => ({
  kind: 'delete',
  key,
  condition: guard === undefined ? exists : `${exists} AND ${guard.condition}`,
  values: guard?.values,
  refused,
});

export const mustExist = (key: Key, refused?: Write['refused']): Write => ({
  kind: 'check',
  key,
  condition: exists,
  refused,
});
