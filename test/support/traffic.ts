// Records every call that the service sends to the table.
import { documentClient } from '#lib/table/client.ts';
import { transport } from '#lib/tracking/link/table-call.ts';

export interface Call {
  /** `QueryCommand`, `TransactWriteItemsCommand`, … */
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Traffic {
  readonly calls: readonly Call[];
  /** The longest chain of sequential calls. */
  readonly roundTrips: number;
  /** Read and write capacity units together. */
  readonly capacity: number;
}

let calls: Call[] = [];
let roundTrips = 0;
let capacity = 0;
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
  calls.push(call);
  if (underWay === 0) roundTrips += 1;
  underWay += 1;
  try {
    const output = await send();
    capacity += unitsIn(output);
    return output;
  } finally {
    await untilAllHaveTheirAnswers();
  }
}

const sendCommand = documentClient.send.bind(documentClient);

/** The minimal client's commands (test/support/minimal-client) name their operation. */
Object.assign(documentClient, {
  send: (command: { readonly operation: string; readonly input: Call['input'] }) =>
    observed(
      { command: `${command.operation}Command`, input: command.input },
      () => Reflect.apply(sendCommand, undefined, [command]),
      unitsOf,
    ),
});

const { send } = transport;
transport.send = (operation, body, milliseconds) => {
  const call = { command: `${operation}Command`, input: JSON.parse(body) };
  return observed(call, () => send(operation, body, milliseconds), unitsOf);
};

export async function trafficOf<Result>(work: () => Promise<Result>): Promise<[Result, Traffic]> {
  calls = [];
  roundTrips = 0;
  capacity = 0;
  const result = await work();
  return [result, { calls: [...calls], roundTrips, capacity }];
}

const ofTransaction = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

const actionsOf = ({ command, input }: Call): readonly string[] =>
  command === 'TransactWriteItemsCommand'
    ? Object(input).TransactItems.flatMap((item: object) =>
        Object.entries(ofTransaction).flatMap(([kind, action]) => (kind in item ? [action] : [])),
      )
    : [command.replace('Command', '')];

/** The permissions that these calls need: sorted actions on the table, and `Query of <index>` for indexes. */
export const permissionsFor = (calls: readonly Call[]): readonly string[] => {
  const needed = calls.flatMap((call) =>
    typeof call.input.IndexName === 'string' ? [`Query of ${call.input.IndexName}`] : actionsOf(call),
  );
  return [...new Set(needed)].toSorted();
};
