import { getBrand, getBrandClock } from '#lib/access/brands/store/lookup.ts';
import { type QueueEvent, workItemsIn } from '#lib/foundation/shared/queues.ts';
import { continueSimulation } from '#lib/money/simulations/store/advance.ts';

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  const brands = { getClock: getBrandClock, getBrand };
  for (const item of workItemsIn(event)) await continueSimulation(item, brands);
}
