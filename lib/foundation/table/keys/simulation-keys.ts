// Defines the keys of simulations. They are not part of `keys`, because the bundle of the tracking link contains all of `keys`.

const simulationPartition = (brandId: string): string => `${brandId}#SIMULATION`;

export const simulationCreatorPartition = (brandId: string, simulationId: string): string =>
  `${brandId}#${simulationId}#CREATOR`;

export const simulationOrdersPartition = (
  brandId: string,
  simulationId: string,
  affiliateId: string,
): string => `${brandId}#${simulationId}#${affiliateId}#ORDERS`;

export const simulationKeys = {
  simulation: (brandId: string, id: string) => ({ pk: simulationPartition(brandId), sk: id }),
  /** The sums that a simulation has calculated for a creator. */
  simulationCreator: (brandId: string, simulationId: string, affiliateId: string) => ({
    pk: simulationCreatorPartition(brandId, simulationId),
    sk: affiliateId,
  }),
  /** Holds the orders that a step has calculated for a creator, up to an order. */
  simulationOrders: (brandId: string, simulationId: string, affiliateId: string, upTo: string) => ({
    pk: simulationOrdersPartition(brandId, simulationId, affiliateId),
    sk: upTo,
  }),
  /** The simulations that were running when the last one was requested. */
  runningSimulations: (brandId: string) => ({ pk: `${brandId}#RUNNING_SIMULATIONS`, sk: 'LIST' }),
} as const;
