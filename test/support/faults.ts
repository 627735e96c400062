// Defines the faults of DynamoDB calls that a local engine never produces.

export interface Call {
  readonly operation: string;
  readonly body: string;
}

/** Whether the caller dies before or after its call. */
export type Moment = 'before' | 'after';

interface Refusal {
  readonly kind: 'error';
  readonly status: number;
  /** The response body, or a function of the request body. */
  readonly body: object | ((asked: string) => object);
}

/**
 * `refused`: the connection breaks before the engine receives the call. `lost`: the engine executes the call, but the
 * response is lost. `late`: like `lost`, but the engine executes the call later, possibly after a retry. `hung`: there
 * is no response and no effect. `held`: the response arrives after a time at the earliest. `killed`: the caller dies before or after its call.
 */
export type Fault =
  | Refusal
  | { readonly kind: 'refused' | 'lost' | 'late' | 'hung' }
  | { readonly kind: 'held'; readonly milliseconds: number }
  | { readonly kind: 'rewritten'; readonly rewrite: (answer: string, asked: string) => string }
  | { readonly kind: 'preceded'; readonly by: () => Promise<void> }
  | { readonly kind: 'killed'; readonly moment: Moment; readonly kill: () => Promise<void> };

const typeOf = (name: string): string => `com.amazonaws.dynamodb.v20120810#${name}`;

const failure = (status: number, name: string) =>
  ({ kind: 'error', status, body: { __type: typeOf(name), message: name } }) as const;

/** Cancels a transaction because of one action. `where` ranges from 0 (the first action) to 1 (the last one). */
const cancelled = (reason: string, where = 1) =>
  ({
    kind: 'error',
    status: 400,
    body: (asked: string) => {
      const { TransactItems } = JSON.parse(asked) as { readonly TransactItems: readonly unknown[] };
      const one = Math.min(Math.floor(where * TransactItems.length), TransactItems.length - 1);
      const codes = TransactItems.map((_, index) => (index === one ? reason : 'None'));
      return {
        __type: typeOf('TransactionCanceledException'),
        Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
        CancellationReasons: codes.map((Code) => (Code === 'None' ? { Code } : { Code, Message: Code })),
      };
    },
  }) as const;

const places = 16;

/** Transaction conflicts on one item, from the first to the last item. */
export const conflicts: readonly Fault[] = Array.from({ length: places }, (_, place) =>
  cancelled('TransactionConflict', place / (places - 1)),
);

/** A transaction conflict on exactly the items whose keys, as text, satisfy the condition. */
export const cancelledAt = (isInConflict: (key: string) => boolean): Fault => ({
  kind: 'error',
  status: 400,
  body: (asked) => ({
    __type: typeOf('TransactionCanceledException'),
    Message: 'Transaction cancelled, please refer cancellation reasons for specific reasons',
    CancellationReasons: JSON.parse(asked).TransactItems.map((item: object) =>
      isInConflict(keyIn(item))
        ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
        : { Code: 'None' },
    ),
  }),
});

/** A transaction conflict on exactly the items whose keys contain this text. */
export const conflictOn = (text: string): Fault => cancelledAt((key) => key.includes(text));

export interface StoredKey {
  readonly pk: { readonly S: string };
  readonly sk: { readonly S: string };
}

export const textOf = ({ pk, sk }: StoredKey): string => `${pk.S} ${sk.S}`;

/** The key of an action of a transaction, as text. */
export function keyIn(action: object): string {
  const [{ Key, Item }] = Object.values(action);
  return textOf(Key ?? Item);
}

export const faults = {
  throttled: failure(400, 'ProvisionedThroughputExceededException'),
  throttledTransaction: cancelled('ThrottlingError'),
  conflict: cancelled('TransactionConflict'),
  /** A single write conflicts with a transaction. */
  singleWriteConflict: failure(400, 'TransactionConflictException'),
  internal: failure(500, 'InternalServerError'),
  away: { kind: 'refused' },
  lost: { kind: 'lost' },
  late: { kind: 'late' },
  hung: { kind: 'hung' },
  /** BatchGetItem processes only its first key. */
  unprocessed: { kind: 'rewritten', rewrite: firstKeyOnly },
  nothingProcessed: {
    kind: 'rewritten',
    rewrite: (_, asked) => JSON.stringify({ UnprocessedKeys: JSON.parse(asked).RequestItems }),
  },
} as const satisfies Record<string, Fault>;

function firstKeyOnly(answer: string, asked: string): string {
  const { RequestItems } = JSON.parse(asked);
  const { Responses, ...rest } = JSON.parse(answer);
  const [[table, { Keys, ...options }]] = Object.entries<{ Keys: StoredKey[] }>(RequestItems) as [
    [string, { Keys: StoredKey[] }],
  ];
  const [first, ...others] = Keys;
  const found = Responses[table].filter(
    (item: StoredKey) => item.pk.S === first?.pk.S && item.sk.S === first?.sk.S,
  );
  const left = others.length === 0 ? {} : { [table]: { Keys: others, ...options } };
  return JSON.stringify({ ...rest, Responses: { [table]: found }, UnprocessedKeys: left });
}
