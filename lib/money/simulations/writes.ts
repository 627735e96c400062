// Builds the writes of simulations.
import { simulationKeys } from '#lib/foundation/table/keys/simulation-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import type { OrderInMonth } from '#lib/money/commissions/rules/order-in-month.ts';
import type { Row, Simulation } from './schema/stored.ts';

export const addSimulation = (created: Simulation): Write =>
  putNew({ ...simulationKeys.simulation(created.brandId, created.id), ...created });

/** Throws a stale write if another worker has changed the simulation. */
export const changeSimulation = (before: Simulation, after: Simulation): Write =>
  changeItem(simulationKeys.simulation(before.brandId, before.id), before, after);

/** The transaction also writes the simulation, so each creator has one row. */
export const addRow = ({ brandId, id, expiresAt }: Simulation, row: Row): Write =>
  putNew({ ...simulationKeys.simulationCreator(brandId, id, row.affiliateId), ...row, expiresAt });

/** The orders of a step have at most 60 KB. The transaction also writes the simulation, so they are stored once. */
export function addOrders(after: Simulation, orders: readonly OrderInMonth[]): readonly Write[] {
  const { brandId, id, expiresAt, work } = after;
  if (work.partial === null || orders.length === 0) return [];
  const { affiliateId, upTo } = work.partial;
  const key = simulationKeys.simulationOrders(brandId, id, affiliateId, String(upTo));
  return [putNew({ ...key, orders, expiresAt })];
}

/** The write is refused as stale if another request has changed the list since it was read. */
export const listRunning = (
  brandId: string,
  before: readonly string[] | undefined,
  simulationIds: readonly string[],
): Write => ({
  kind: 'put',
  item: { ...simulationKeys.runningSimulations(brandId), simulationIds },
  ...(before === undefined
    ? { condition: 'attribute_not_exists(#pk)' }
    : { condition: '#simulationIds = :before', values: { before } }),
  refused: staleWrite,
});
