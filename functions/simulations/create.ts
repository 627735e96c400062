import { presentSimulation } from '#lib/money/simulations/present.ts';
import { simulations } from '#lib/money/simulations/routes.ts';
import { newSimulation, prefetchForSimulation } from '#lib/money/simulations/rules/simulation.ts';
import { beginSimulation } from '#lib/money/simulations/store/begin.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  simulations.create,
  async ({ caller, body, prefetched, now }) => {
    const { brand } = caller;
    const requested = newSimulation(body, brand, prefetched, now);
    const { simulation, writes } = await beginSimulation(requested, { brand, ...prefetched }, now);
    return { answer: presentSimulation(simulation), writes };
  },
  { prefetch: prefetchForSimulation },
);
