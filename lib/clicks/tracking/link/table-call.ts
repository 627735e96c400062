// Calls DynamoDB for the tracking link, with a deadline and retries. Retries are safe, because all writes are idempotent.
import { isTransient } from '#lib/foundation/aws/failures.ts';
import { createJsonClient, endpointConfigOf, localEndpoint } from '#lib/foundation/aws/json-client.ts';
import { pause } from '#lib/foundation/aws/pause.ts';
import { unavailable } from '#lib/foundation/shared/errors.ts';
import { linkEnvironment } from '#lib/foundation/shared/link-environment.ts';
import { countCall, type Meter } from '#lib/foundation/table/meter.ts';

interface Output {
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number };
  readonly Item?: object;
  readonly Responses?: Readonly<Record<string, readonly object[]>>;
  readonly UnprocessedKeys?: object;
}

/** Returns milliseconds that never go back. The first use of `performance` would load modules for a millisecond. */
export const monotonicNow = (): number => process.uptime() * 1000;

export interface Deadline {
  /** In milliseconds, on the clock of `monotonicNow`. */
  readonly until: number;
  /** The meter is passed as an argument, because reading the async context is slower. */
  readonly meter: Meter;
}

export const withDeadline = (
  milliseconds: number,
  { meter, until = Number.POSITIVE_INFINITY }: Pick<Deadline, 'meter'> & Partial<Deadline>,
): Deadline => ({
  meter,
  until: Math.min(until, monotonicNow() + milliseconds),
});

const dynamodb = {
  name: 'dynamodb',
  endpointVariable: 'DYNAMODB',
  targetPrefix: 'DynamoDB_20120810',
  version: '1.0',
} as const;

const { DYNAMODB_ENDPOINT: endpoint } = linkEnvironment;
const limits = { connectionTimeout: 2000, requestTimeout: 2000 };
const config = endpoint === undefined ? endpointConfigOf(dynamodb) : localEndpoint(endpoint);
/** Lambda sets the credentials for the lifetime of an instance, and reading the environment takes a microsecond for each variable. */
let credentials: ReturnType<typeof config.credentials> | undefined;

export const transport = {
  send: createJsonClient<Output>(dynamodb, limits, {
    ...config,
    credentials: () => (credentials ??= config.credentials()),
  }),
};

const maxAttempts = 4;
/** The first attempt gets only half of the time, so that a retry is possible if the connection is dead. */
const firstAttemptTimeShare = 0.5;

/** A timer may end an attempt some time before the deadline. The rest is too short for another one. */
const shortestAttempt = 2;

/** Throws a 503 if the table does not respond in time. */
export async function call(operation: string, body: string, { until, meter }: Deadline): Promise<Output> {
  for (let attempt = 0; ; attempt += 1) {
    const left = until - monotonicNow();
    const milliseconds = Math.max(1, attempt === 0 ? left * firstAttemptTimeShare : left);
    try {
      return await countCall(() => transport.send(operation, body, milliseconds), meter);
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (attempt + 1 === maxAttempts || monotonicNow() + shortestAttempt >= until) throw unavailable(error);
    }
    await pause(attempt);
    if (monotonicNow() + shortestAttempt >= until)
      throw unavailable(new Error('The table did not answer in time'));
  }
}
