// Models the transaction conflicts of DynamoDB, which no local engine produces. A transaction holds its items for a time. Meanwhile,
// other transactions and single writes that touch one of them are canceled. Reads do not conflict, because they see committed items.
import type { Decide } from './engine-proxy.ts';
import { cancelledAt, faults, keyIn, type StoredKey, textOf } from './faults.ts';

export interface ConflictCounts {
  readonly transactions: number;
  readonly canceled: number;
}

export interface ConflictModel {
  readonly decide: Decide;
  readonly counts: () => ConflictCounts;
}

const singleWrites = ['PutItem', 'UpdateItem', 'DeleteItem'];

interface Milliseconds {
  /** A transaction holds its items so long, and is not answered earlier. */
  readonly hold: number;
  /** Every other call is answered after this time at the earliest. */
  readonly call?: number;
}

export function conflictModel(
  { hold, call = 0 }: Milliseconds,
  now = () => performance.now(),
): ConflictModel {
  const heldUntil = new Map<string, number>();
  let transactions = 0;
  let canceled = 0;
  const isHeld = (key: string): boolean => (heldUntil.get(key) ?? 0) > now();

  function decideTransaction(body: string) {
    const { TransactItems } = JSON.parse(body) as { readonly TransactItems: readonly object[] };
    const keys = TransactItems.map(keyIn);
    transactions += 1;
    const held = keys.filter(isHeld);
    if (held.length > 0) {
      canceled += 1;
      return cancelledAt((key) => held.includes(key));
    }
    const end = now() + hold;
    for (const key of keys) heldUntil.set(key, end);
    return { kind: 'held', milliseconds: hold } as const;
  }

  return {
    decide: ({ operation, body }) => {
      if (operation === 'TransactWriteItems') return decideTransaction(body);
      const slow = { kind: 'held', milliseconds: call } as const;
      if (!singleWrites.includes(operation)) return slow;
      const { Key, Item } = JSON.parse(body) as { readonly Key?: StoredKey; readonly Item?: StoredKey };
      const key = Key ?? Item;
      return key !== undefined && isHeld(textOf(key)) ? faults.singleWriteConflict : slow;
    },
    counts: () => ({ transactions, canceled }),
  };
}
