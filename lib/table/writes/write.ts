// One write of a transaction, and what it means when it is refused or meets another one.
import { environment } from '#lib/shared/environment.ts';
import type { Item } from '#lib/table/client.ts';
import type { Key } from '#lib/table/keys/keys.ts';
import { type Expression, expressed } from './expression.ts';

type Action =
  | { readonly kind: 'put'; readonly item: Key & Item }
  | { readonly kind: 'update'; readonly key: Key; readonly update: string }
  | { readonly kind: 'delete'; readonly key: Key }
  | { readonly kind: 'check'; readonly key: Key; readonly condition: string };

/**
 * One write of a transaction. `refused`: what it means when its condition does not hold. `contended`: what to write in its
 * place where it keeps meeting other transactions on its item.
 */
export type Write = Action &
  Expression & {
    readonly refused?: ((existing: Item | undefined) => Error) | undefined;
    readonly contended?: (() => Promise<Write>) | undefined;
  };

/** A write whose condition did not hold, and the item that stood in its way. */
export interface Refusal {
  readonly write: Write;
  readonly existing: Item | undefined;
}

/** A write as an unexpected refusal names it. */
export const described = (write: Write): string =>
  `${write.kind} ${write.kind === 'put' ? write.item.sk : write.key.sk} (${write.condition})`;

/** A write as TransactWriteItems takes it. */
export function toTransactItem(write: Write) {
  const common = {
    TableName: environment.TABLE_NAME,
    ...expressed(write, write.kind === 'update' ? write.update : ''),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
  switch (write.kind) {
    case 'put':
      return { Put: { ...common, Item: write.item } };
    case 'update':
      return { Update: { ...common, Key: { ...write.key }, UpdateExpression: write.update } };
    case 'delete':
      return { Delete: { ...common, Key: { ...write.key } } };
    case 'check':
      return { ConditionCheck: { ...common, Key: { ...write.key }, ConditionExpression: write.condition } };
  }
}
