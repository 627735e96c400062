// Counts the table calls of a request, even if one process handles several requests at the same time.

export interface Meter {
  calls: number;
  /** Concurrent calls count as one round trip. */
  roundTrips: number;
  /** The sum of read and write capacity units. */
  capacity: number;
  inFlight: number;
}

export const newMeter = (): Meter => ({ calls: 0, roundTrips: 0, capacity: 0, inFlight: 0 });

interface Consumed {
  readonly CapacityUnits?: number | undefined;
}

const capacityOf = (consumed: Consumed | readonly Consumed[] | undefined): number =>
  [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

export async function countCall<Output extends { ConsumedCapacity?: Consumed | Consumed[] }>(
  call: () => Promise<Output>,
  meter: Meter | undefined,
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
