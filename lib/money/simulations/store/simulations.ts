// Reads simulations and the rows of their creators.
import { notFound } from '#lib/foundation/shared/errors.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import type { ReadPlan } from '#lib/foundation/table/keys/read-plan.ts';
import { simulationCreatorPartition, simulationKeys } from '#lib/foundation/table/keys/simulation-keys.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { positionIn, readList } from '#lib/foundation/table/pages.ts';
import { type Simulation, storedRow, storedSimulation } from '#lib/money/simulations/schema/stored.ts';

export async function findSimulation(brandId: string, id: string): Promise<Simulation | undefined> {
  const found = await getItem(simulationKeys.simulation(brandId, id));
  return found === undefined ? undefined : storedSimulation.parse(found);
}

interface RawRequest {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Plans no read for a malformed id, because validation rejects the request later. */
export function prefetchSimulation(
  { pathParameters = {} }: RawRequest,
  brandId: string,
): ReadPlan<Simulation | undefined> {
  const id = idSchema('simulation').safeParse(pathParameters.id).data;
  return {
    keys: id === undefined ? [] : [simulationKeys.simulation(brandId, id)],
    parse: ([item]) => (item === undefined ? undefined : storedSimulation.parse(item)),
  };
}

export function requireSimulation(simulation: Simulation | undefined): Simulation {
  if (simulation === undefined) throw notFound('simulation');
  return simulation;
}

/** Lists the newest creators first. The rows of an unfinished simulation are not shown, because others are missing. */
export async function listRows({ brandId, id, status, creatorsCount }: Simulation, page: PageRequest) {
  const partition = simulationCreatorPartition(brandId, id);
  const source = { queries: [{ partition }], kind: 'affiliate' } as const;
  if (status === 'completed')
    return readList(
      source,
      page,
      (row) => storedRow.parse(row),
      async () => creatorsCount,
    );
  positionIn(source, page);
  return { items: [], cursor: null, total: 0, totalIsExact: true };
}
