import { presentRow } from '#lib/money/simulations/present.ts';
import { simulations } from '#lib/money/simulations/routes.ts';
import { listRows, prefetchSimulation, requireSimulation } from '#lib/money/simulations/store/simulations.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  simulations.listCreators,
  async ({ prefetched, page }) => {
    const simulation = requireSimulation(prefetched);
    const found = await listRows(simulation, page);
    return { ...found, items: found.items.map((row) => presentRow(row, simulation)) };
  },
  { prefetch: prefetchSimulation },
);
