// What can happen to a call of DynamoDB, and what an engine on one machine never does. Each way to fail is said here once.

/** One call, as it is on the wire. */
export interface Call {
  readonly operation: string;
  readonly body: string;
}

/** When who asks is no more: since before its call, or since after it. */
export type Moment = 'before' | 'after';

interface Refusal {
  readonly kind: 'error';
  readonly status: number;
  /** What is answered, or what makes it of the text of the request. */
  readonly body: object | ((asked: string) => object);
}

/**
 * `refused`: the connection breaks, and the engine knows of nothing. `lost`: the engine does what it was asked, and the
 * answer never arrives. `late`: so too, but the engine gets to it only a while after the connection broke, when the client
 * may have tried again. `hung`: nothing happens at all. `killed`: who asks is no more, since before its call, or since after it.
 */
export type Fault =
  | Refusal
  | { readonly kind: 'refused' | 'lost' | 'late' | 'hung' }
  | { readonly kind: 'rewritten'; readonly rewrite: (answer: string, asked: string) => string }
  /** Something else happens before the call does. */
  | { readonly kind: 'preceded'; readonly by: () => Promise<void> }
  | { readonly kind: 'killed'; readonly moment: Moment; readonly kill: () => Promise<void> };

const typeOf = (name: string): string => `com.amazonaws.dynamodb.v20120810#${name}`;

const failure = (status: number, name: string) =>
  ({ kind: 'error', status, body: { __type: typeOf(name), message: name } }) as const;

/**
 * One reason for each action, `None` for those that nothing stands in the way of: here, for all but one. `where`: from 0, the
 * first one, up to 1, the last one.
 */
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

/** A transaction that meets another one on one of its items, from the first one to the last one. */
export const conflicts: readonly Fault[] = Array.from({ length: places }, (_, place) =>
  cancelled('TransactionConflict', place / (places - 1)),
);

/** A transaction that meets another one on the items whose keys have this text, and on no other. */
export const conflictOn = (text: string): Fault => ({
  kind: 'error',
  status: 400,
  body: (asked) => ({
    __type: typeOf('TransactionCanceledException'),
    Message: 'Transaction cancelled, please refer cancellation reasons for specific reasons',
    CancellationReasons: JSON.parse(asked).TransactItems.map((item: object) =>
      keyIn(item).includes(text) ? { Code: 'TransactionConflict', Message: text } : { Code: 'None' },
    ),
  }),
});

/** The key of an action of a transaction, as text. */
function keyIn(action: object): string {
  const [{ Key, Item }] = Object.values(action);
  const { pk, sk } = Key ?? Item;
  return `${pk.S} ${sk.S}`;
}

export const faults = {
  throttled: failure(400, 'ProvisionedThroughputExceededException'),
  throttledTransaction: cancelled('ThrottlingError'),
  conflict: cancelled('TransactionConflict'),
  /** A single write meets a transaction on its item. */
  conflictOfOne: failure(400, 'TransactionConflictException'),
  internal: failure(500, 'InternalServerError'),
  away: { kind: 'refused' },
  lost: { kind: 'lost' },
  late: { kind: 'late' },
  hung: { kind: 'hung' },
  /** A BatchGetItem that gets no further than its first key. */
  unprocessed: { kind: 'rewritten', rewrite: firstKeyOnly },
  nothingProcessed: {
    kind: 'rewritten',
    rewrite: (_, asked) => JSON.stringify({ UnprocessedKeys: JSON.parse(asked).RequestItems }),
  },
} as const satisfies Record<string, Fault>;

interface StoredKey {
  readonly pk: { readonly S: string };
  readonly sk: { readonly S: string };
}

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
