// Brings simulations into states that requests with few orders cannot cause.
import { now } from '#lib/foundation/shared/clock.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { simulationKeys } from '#lib/foundation/table/keys/simulation-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { putNew } from '#lib/foundation/table/writes/write.ts';
import { maxRunning } from '#lib/money/simulations/rules/limits.ts';
import { newSimulation } from '#lib/money/simulations/rules/simulation.ts';
import { type SimulationInput, simulationInput } from '#lib/money/simulations/schema/endpoints.ts';
import { beginSimulation } from '#lib/money/simulations/store/begin.ts';
import { simulationBody } from './creations-with.ts';
import type { TestBrand } from './service.ts';

const inputOf = (changes: object): SimulationInput => simulationInput.parse(simulationBody(changes));

/** Begins a simulation that is too large for its request, without as many orders. Returns the id. */
export async function beginLargeSimulation(
  { brand }: Pick<TestBrand, 'brand'>,
  changes: object = {},
): Promise<string> {
  const running = await getItem(simulationKeys.runningSimulations(brand.id));
  const requested = newSimulation(inputOf(changes), brand, { affiliate: {}, campaign: {}, running }, now());
  const { simulation, writes } = await beginSimulation(requested, { brand, running }, now(), {
    orders: 0,
    creators: 0,
  });
  await transact(writes);
  return simulation.id;
}

/** Gives a brand as many running simulations as it may have. They name another brand, so their worker finds and ends none of them. */
export async function fillSimulationPlaces(brandId: string): Promise<void> {
  const brand = { id: newId('brand', now()), currency: 'USD', timezone: 'UTC' };
  const nothing = { affiliate: undefined, campaign: undefined, running: undefined };
  const simulations = Array.from({ length: maxRunning }, () =>
    newSimulation(inputOf({}), brand, nothing, now()),
  );
  const simulationIds = simulations.map(({ id }) => id);
  await transact([
    ...simulations.map((one) => putNew({ ...one, ...simulationKeys.simulation(brandId, one.id) })),
    { kind: 'put', item: { ...simulationKeys.runningSimulations(brandId), simulationIds } },
  ]);
}

/** Frees the places of the running simulations, so that a brand of many tests can request more. */
export const freeSimulationPlaces = (brandId: string): Promise<void> =>
  transact([{ kind: 'put', item: { ...simulationKeys.runningSimulations(brandId), simulationIds: [] } }]);
