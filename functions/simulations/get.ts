import { presentSimulation } from '#lib/money/simulations/present.ts';
import { simulations } from '#lib/money/simulations/routes.ts';
import { prefetchSimulation, requireSimulation } from '#lib/money/simulations/store/simulations.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  simulations.get,
  ({ prefetched }) => presentSimulation(requireSimulation(prefetched)),
  { prefetch: prefetchSimulation },
);
