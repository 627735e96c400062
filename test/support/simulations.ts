// Begins simulations that are too large for their request, without as many orders.
import { now } from '#lib/foundation/shared/clock.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { simulationKeys } from '#lib/foundation/table/keys/simulation-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { newSimulation } from '#lib/money/simulations/rules/simulation.ts';
import { type SimulationInput, simulationInput } from '#lib/money/simulations/schema/endpoints.ts';
import { beginSimulation } from '#lib/money/simulations/store/begin.ts';
import type { TestBrand } from './service.ts';
import { exampleTerms } from './terms.ts';

export const today = (): string => now().toISOString().slice(0, 10);

export const simulationBody = (changes: object = {}) => ({
  terms: exampleTerms,
  from: today(),
  to: today(),
  ...changes,
});

/** Every simulation with an order is larger than the request allows. Returns the id. */
export async function beginLargeSimulation(
  { brand }: Pick<TestBrand, 'brand'>,
  changes: object = {},
): Promise<string> {
  const body: SimulationInput = simulationInput.parse(simulationBody(changes));
  const running = await getItem(simulationKeys.runningSimulations(brand.id));
  const unnamed = { affiliate: {}, campaign: {}, running };
  const requested = newSimulation(body, brand, unnamed, now());
  const { simulation, writes } = await beginSimulation(requested, running, now(), { orders: 0, creators: 0 });
  await transact(writes);
  return simulation.id;
}
