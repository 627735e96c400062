// Declares the items that this domain stores.
import { kept, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { simulationKeys } from '#lib/foundation/table/keys/simulation-keys.ts';

export const simulationsItems = {
  simulation: {
    description: 'Simulation of terms, with its progress and totals',
    example: simulationKeys.simulation(sample.brand, 'sim_01'),
    kept: '30 days',
    restore: 'kept',
  },
  simulationCreator: {
    description: 'What a simulation has calculated for a creator',
    example: simulationKeys.simulationCreator(sample.brand, 'sim_01', 'aff_01'),
    kept: '30 days',
    restore: 'kept',
  },
  simulationOrders: {
    description: 'Orders of a creator by which the next step of a simulation settles months',
    example: simulationKeys.simulationOrders(sample.brand, 'sim_01', 'aff_01', 'cnv_01'),
    kept: '30 days',
    restore: 'kept',
  },
  runningSimulations: {
    description: 'Ids of the running simulations',
    example: simulationKeys.runningSimulations(sample.brand),
    kept: kept.untilBrandIsDeleted,
    restore: 'kept',
  },
} satisfies StoredItems;
