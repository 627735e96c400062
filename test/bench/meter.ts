// Counts the read and write units of all calls to the table, also those of the tracking link.

import { transport } from '#lib/clicks/tracking/link/table-call.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';

export interface Units {
  readonly reads: number;
  readonly writes: number;
}

let reads = 0;
let writes = 0;

function count(operation: string, output: unknown): void {
  const { ConsumedCapacity = [] } = Object(output);
  const units = [ConsumedCapacity]
    .flat()
    .reduce((sum: number, one) => sum + Number(Object(one).CapacityUnits), 0);
  if (/Get|Query|Scan/.test(operation)) reads += units;
  else writes += units;
}

const sendToTable = dynamoDb.send.bind(dynamoDb);
Object.assign(dynamoDb, {
  send: async (operation: string, input: object) => {
    const output: unknown = await Reflect.apply(sendToTable, undefined, [operation, input]);
    count(operation, output);
    return output;
  },
});

const sendRequest = transport.send;
transport.send = async (operation, body, milliseconds) => {
  const output = await sendRequest(operation, body, milliseconds);
  count(operation, output);
  return output;
};

/** Returns the units of the work, divided by `times`. */
export async function unitsOf(work: () => Promise<unknown>, times = 1): Promise<Units> {
  [reads, writes] = [0, 0];
  await work();
  return { reads: reads / times, writes: writes / times };
}

export const plus = (...all: readonly Units[]): Units => ({
  reads: all.reduce((sum, one) => sum + one.reads, 0),
  writes: all.reduce((sum, one) => sum + one.writes, 0),
});

export const scaled = ({ reads: r, writes: w }: Units, factor: number): Units => ({
  reads: r * factor,
  writes: w * factor,
});
