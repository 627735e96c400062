// What the service asks of the table, seen from outside it: every call that goes through its clients.
import { rawClient } from '#lib/table/client.ts';
import { transport } from '#lib/tracking/link/table-call.ts';

export interface Call {
  /** `QueryCommand`, `TransactWriteItemsCommand`, … */
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface Traffic {
  readonly calls: readonly Call[];
  /** Calls that had to wait for another one's answer: the longest chain. */
  readonly roundTrips: number;
  /** Capacity units, reads and writes together. */
  readonly capacity: number;
}

let calls: Call[] = [];
let roundTrips = 0;
let capacity = 0;
let underWay = 0;
let waiting: (() => void)[] = [];

/**
 * Answers are held back until all calls under way have theirs, and are given at once. So all that needs no answer of the
 * others is sent before the next round begins, however long each call takes, and the rounds can be counted.
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

/** Counts one call, and holds its answer back. */
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

rawClient.middlewareStack.add(
  (next, { commandName = '' }) =>
    (args) => {
      const call = { command: commandName, input: args.input as unknown as Call['input'] };
      return observed(
        call,
        () => next(args),
        ({ output }) => unitsOf(output),
      );
    },
  { step: 'initialize', name: 'countTraffic', priority: 'high' },
);

const { send } = transport;
transport.send = (operation, body, milliseconds) => {
  const call = { command: `${operation}Command`, input: JSON.parse(body) };
  return observed(call, () => send(operation, body, milliseconds), unitsOf);
};

/** Runs `work` alone, and tells what it asked of the table. */
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

/** What a role must allow for these calls: actions on the table, and queries as `Query of <index>`; sorted. */
export const permissionsFor = (calls: readonly Call[]): readonly string[] => {
  const needed = calls.flatMap((call) =>
    typeof call.input.IndexName === 'string' ? [`Query of ${call.input.IndexName}`] : actionsOf(call),
  );
  return [...new Set(needed)].toSorted();
};
