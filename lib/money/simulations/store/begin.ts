// Begins simulations. A small one is calculated in the request, and the others by the worker behind the queue.
import type { Brand } from '#lib/access/brands/schema.ts';
import { allSettledOrThrow } from '#lib/foundation/shared/concurrency.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { simulationKeys } from '#lib/foundation/table/keys/simulation-keys.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { atOnce, maxRunning } from '#lib/money/simulations/rules/limits.ts';
import { completed, simulationsRunning, withRows } from '#lib/money/simulations/rules/simulation.ts';
import {
  type Row,
  type Simulation,
  storedRunning,
  storedSimulation,
} from '#lib/money/simulations/schema/stored.ts';
import { addRow, addSimulation, listRunning } from '#lib/money/simulations/writes.ts';
import { readSelected, rowsOf } from './orders.ts';

interface Limits {
  readonly orders: number;
  readonly creators: number;
}

async function calculateAtOnce(
  simulation: Simulation,
  brand: Brand,
  { orders, creators }: Limits,
): Promise<readonly Row[] | undefined> {
  const selected = await readSelected(simulation, orders);
  if (selected === undefined) return undefined;
  const named = new Set(selected.map(({ affiliateId }) => affiliateId));
  return named.size > creators ? undefined : rowsOf(simulation, selected, brand);
}

/**
 * Returns the write that adds the simulation to those that are running. It is refused as stale if another one was added since
 * `listed` was read. Throws a 409 if too many are running. One that has ended frees its place, because its item says so.
 */
async function takePlace({ brandId, id }: Simulation, listed: Item | undefined): Promise<Write> {
  const ids = listed === undefined ? undefined : storedRunning.parse(listed).simulationIds;
  const found = await getItems((ids ?? []).map((other) => simulationKeys.simulation(brandId, other)));
  const running = found.flatMap((item) => {
    const other = item === undefined ? undefined : storedSimulation.parse(item);
    return other?.status === 'running' ? [other.id] : [];
  });
  if (running.length >= maxRunning) throw simulationsRunning(running);
  return listRunning(brandId, ids, [...running, id]);
}

interface Begun {
  readonly simulation: Simulation;
  readonly writes: readonly Write[];
}

interface Known {
  readonly brand: Brand;
  /** The list of the simulations that were running when the last one was requested. */
  readonly running: Item | undefined;
}

export async function beginSimulation(
  simulation: Simulation,
  { brand, running }: Known,
  now: Date,
  limits: Limits = atOnce,
): Promise<Begun> {
  const [place, rows] = await allSettledOrThrow([
    takePlace(simulation, running),
    calculateAtOnce(simulation, brand, limits),
  ]);
  if (rows === undefined) return { simulation, writes: [addSimulation(simulation), place] };
  const done = completed(withRows(simulation, rows), now);
  return { simulation: done, writes: [addSimulation(done), ...rows.map((row) => addRow(done, row))] };
}
