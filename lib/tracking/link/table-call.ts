// Calls of the table by the function that people wait for on every click: each with an end. What is written this way may be
// written again, so a call that hangs or is refused is made anew while there is time.
import { createJsonClient, endpointConfigOf } from '#lib/aws/json-client.ts';
import { environment } from '#lib/shared/environment.ts';
import { unavailable } from '#lib/shared/errors.ts';
import { isTransient } from '#lib/table/failures.ts';
import { countCall, type Meter } from '#lib/table/meter.ts';
import { pause } from '#lib/table/pause.ts';

/** What of its answers is read. */
interface Output {
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number };
  readonly Item?: object;
  readonly Responses?: Readonly<Record<string, readonly object[]>>;
  readonly UnprocessedKeys?: object;
}

/** What a request may ask of the table. */
export interface Deadline {
  /** When its answers must be there, on the clock of `performance.now()`. */
  readonly until: number;
  /** Where its calls are counted: handed on, because finding out costs more where nothing else runs. */
  readonly meter: Meter;
}

/** So many milliseconds from now on, and no longer than it was allowed already. */
export const withDeadline = (
  milliseconds: number,
  { meter, until = Number.POSITIVE_INFINITY }: Pick<Deadline, 'meter'> & Partial<Deadline>,
): Deadline => ({
  meter,
  until: Math.min(until, performance.now() + milliseconds),
});

const dynamodb = {
  name: 'dynamodb',
  endpointVariable: 'DYNAMODB',
  targetPrefix: 'DynamoDB_20120810',
  version: '1.0',
} as const;

/** It asks for no account, but its protocol wants a region and a signature. */
const ofOnesOwn = (endpoint: string) => ({
  address: new URL(endpoint),
  region: 'local',
  credentials: () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
});

const { DYNAMODB_ENDPOINT: endpoint } = environment;
/** Each call has its own, earlier deadline. */
const limits = { connectionTimeout: 2000, requestTimeout: 2000 };

/** What is sent to DynamoDB, an operation and its input as JSON, each attempt by itself. */
export const transport = {
  ask: createJsonClient<Output>(
    dynamodb,
    limits,
    endpoint === undefined ? endpointConfigOf(dynamodb) : ofOnesOwn(endpoint),
  ),
};

const attempts = 4;
/** A connection that has died unseen answers nothing: after half of the time another one is tried. */
const shareOfFirstAttempt = 0.5;

/** Throws a 503 where the table does not answer in time. */
export async function call(operation: string, body: string, { until, meter }: Deadline): Promise<Output> {
  for (let attempt = 0; ; attempt += 1) {
    const left = until - performance.now();
    const milliseconds = Math.max(1, attempt === 0 ? left * shareOfFirstAttempt : left);
    try {
      return await countCall(() => transport.ask(operation, body, milliseconds), meter);
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (attempt + 1 === attempts || performance.now() >= until) throw unavailable(error);
    }
    await pause(attempt);
    if (performance.now() >= until) throw unavailable(new Error('The table did not answer in time'));
  }
}
