// Reads the next creators of a simulation, and the orders that earlier steps have calculated for one.
import { queryPartition } from '#lib/foundation/table/client.ts';
import { simulationOrdersPartition } from '#lib/foundation/table/keys/simulation-keys.ts';
import { listQueryFor } from '#lib/foundation/table/list-query.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import type { OrderInMonth } from '#lib/money/commissions/rules/order-in-month.ts';
import { type Simulation, storedOrders } from '#lib/money/simulations/schema/stored.ts';

interface Creators {
  readonly ids: readonly string[];
  readonly isLast: boolean;
}

export async function creatorsAfter(
  { brandId, affiliateId, work: { after } }: Simulation,
  limit: number,
): Promise<Creators> {
  if (affiliateId !== null) return { ids: after === null ? [affiliateId] : [], isLast: true };
  const { items, isLast } = await readPageAfter(listQueryFor(brandId, 'affiliate'), after, limit);
  return { ids: items.map(({ sk }) => String(sk)), isLast };
}

export async function readCounted(
  { brandId, id }: Simulation,
  affiliateId: string,
): Promise<readonly OrderInMonth[]> {
  const items = await queryPartition(simulationOrdersPartition(brandId, id, affiliateId));
  return items.flatMap((item) => storedOrders.parse(item).orders);
}
