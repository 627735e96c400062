// Counts what one request asks of the table. Requests that run at once in one process (the local stage) do not mix.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Meter {
  /** Calls sent, each retry of ours included. */
  calls: number;
  /** Calls that had to wait for another one: those under way at the same time count once. */
  roundTrips: number;
  /** Capacity units, reads and writes together. */
  capacity: number;
  inFlight: number;
}

const storage = new AsyncLocalStorage<Meter>();

export const newMeter = (): Meter => ({ calls: 0, roundTrips: 0, capacity: 0, inFlight: 0 });

export const metered = <Result>(meter: Meter, work: () => Promise<Result>): Promise<Result> =>
  storage.run(meter, work);

export const currentMeter = (): Meter | undefined => storage.getStore();

interface Consumed {
  readonly CapacityUnits?: number | undefined;
}

const capacityOf = (consumed: Consumed | readonly Consumed[] | undefined): number =>
  [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

/** Runs one call, and writes it down for the request that it belongs to: the one it runs in, where none is given. */
export async function countCall<Output extends { ConsumedCapacity?: Consumed | Consumed[] }>(
  call: () => Promise<Output>,
  meter: Meter | undefined = storage.getStore(),
): Promise<Output> {
  if (meter === undefined) return call();
  meter.calls += 1;
  if (meter.inFlight === 0) meter.roundTrips += 1;
  meter.inFlight += 1;
  try {
    const output = await call();
    meter.capacity += capacityOf(output.ConsumedCapacity);
    return output;
  } finally {
    meter.inFlight -= 1;
  }
}
