// Records every call that the service sends to the table.

import { transport } from '#lib/clicks/tracking/link/table-call.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';

export interface Call {
  /** `Query`, `TransactWriteItems`, … */
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Traffic {
  readonly calls: readonly Call[];
  /** The longest chain of sequential calls. */
  readonly roundTrips: number;
  /** Read and write capacity units together. */
  readonly capacity: number;
  readonly writeUnits: number;
}

const writingOperations: readonly string[] = [
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
  'BatchWriteItem',
];

let isRecording = false;
let calls: Call[] = [];
let roundTrips = 0;
let capacity = 0;
let writeUnits = 0;
let underWay = 0;
let waiting: (() => void)[] = [];

/**
 * Holds back responses until all pending calls have a response. Independent calls therefore always belong to the same round trip,
 * regardless of their latency, so that round trips can be counted.
 */
async function untilAllHaveTheirAnswers(): Promise<void> {
  underWay -= 1;
  if (underWay > 0) return new Promise((resolve) => waiting.push(resolve));
  const released = waiting;
  waiting = [];
  for (const release of released) release();
}

const unitsOf = (output: unknown): number => {
  const { ConsumedCapacity = [] } = output as { ConsumedCapacity?: unknown };
  return [ConsumedCapacity].flat().reduce((sum: number, one) => sum + Number(Object(one).CapacityUnits), 0);
};

async function observed<Output>(
  call: Call,
  send: () => Promise<Output>,
  unitsIn: (output: Output) => number,
) {
  if (!isRecording) return send();
  calls.push(call);
  if (underWay === 0) roundTrips += 1;
  underWay += 1;
  try {
    const output = await send();
    const units = unitsIn(output);
    capacity += units;
    if (writingOperations.includes(call.operation)) writeUnits += units;
    return output;
  } finally {
    await untilAllHaveTheirAnswers();
  }
}

const sendToTable = dynamoDb.send.bind(dynamoDb);

Object.assign(dynamoDb, {
  send: (operation: string, input: Call['input']) =>
    observed({ operation, input }, () => Reflect.apply(sendToTable, undefined, [operation, input]), unitsOf),
});

const { send } = transport;
transport.send = (operation, body, milliseconds) =>
  observed({ operation, input: JSON.parse(body) }, () => send(operation, body, milliseconds), unitsOf);

export async function trafficOf<Result>(work: () => Promise<Result>): Promise<[Result, Traffic]> {
  calls = [];
  roundTrips = 0;
  capacity = 0;
  writeUnits = 0;
  isRecording = true;
  try {
    const result = await work();
    return [result, { calls, roundTrips, capacity, writeUnits }];
  } finally {
    isRecording = false;
  }
}

const ofTransaction = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

interface Operation {
  readonly action: string;
  readonly input: Call['input'];
}

/** The operations of a transaction, or the call itself. IAM checks each of them. */
const operationsOf = ({ operation, input }: Call): readonly Operation[] =>
  operation === 'TransactWriteItems'
    ? Object(input).TransactItems.flatMap((item: Readonly<Record<string, Call['input']>>) =>
        Object.entries(ofTransaction).flatMap(([kind, action]) =>
          item[kind] === undefined ? [] : [{ action, input: item[kind] }],
        ),
      )
    : [{ action: operation, input }];

/** The permissions that these calls need: sorted actions on the table, and `Query of <index>` for indexes. */
export const permissionsFor = (calls: readonly Call[]): readonly string[] => {
  const needed = calls
    .flatMap(operationsOf)
    .map(({ action, input }) =>
      typeof input.IndexName === 'string' ? `${action} of ${input.IndexName}` : action,
    );
  return [...new Set(needed)].toSorted();
};

/** The client of the tracking link sends DynamoDB JSON, in which a text is `{ S: text }`. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : String(Object(value).S));

/** The partition keys of an operation: of its item, of all items of its batch, or of its query. */
function partitionsOf(input: Call['input']): readonly string[] {
  const { Key, Item, KeyConditionExpression, ExpressionAttributeValues, RequestItems = {} } = Object(input);
  if (KeyConditionExpression !== undefined) {
    const [, name = ''] = /^#\w+ = (:\w+)/.exec(KeyConditionExpression) ?? [];
    return [textOf(ExpressionAttributeValues[name])];
  }
  const inBatch = Object.values(RequestItems).flatMap((batch) => Object(batch).Keys);
  return [Key, Item, ...inBatch].filter((key) => key !== undefined).map(({ pk }) => textOf(pk));
}

export interface KeyAccess {
  readonly action: string;
  readonly partition: string;
}

/** Each partition of the table that these calls use, with the action. */
export const keyAccessOf = (calls: readonly Call[]): readonly KeyAccess[] =>
  calls
    .flatMap(operationsOf)
    .filter(({ input }) => typeof input.IndexName !== 'string')
    .flatMap(({ action, input }) => partitionsOf(input).map((partition) => ({ action, partition })));
