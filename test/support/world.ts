// Creates a small set of test data through the handlers in this process.
import { hashPassword } from '#lib/access/auth/rules/passwords.ts';
import { createAccount, tokenOf } from './accounts.ts';
import { createCommission } from './commissions.ts';
import { creationsBy } from './creations-with.ts';
import { createDelivery } from './deliveries.ts';
import { createDifference } from './differences.ts';
import { endComparison } from './ended-comparisons.ts';
import { endDecisions } from './ended-decisions.ts';
import { endImport } from './ended-imports.ts';
import { createFailedExport, fillExportPlaces, freeExportPlaces } from './failed-exports.ts';
import { createPerson, linkTokenOf, unsubscribeTokenOf } from './people.ts';
import { applicationTokenOf } from './portal.ts';
import { createEvent } from './recorded-event.ts';
import { newToken, send } from './service.ts';
import { fillSimulationPlaces, freeSimulationPlaces } from './simulations.ts';
import { type SituationActions, type World, worldOf } from './situations.ts';

export async function createTestWorld(): Promise<World> {
  const account = await createAccount('scale', 'admin', hashPassword);
  const by: SituationActions = {
    ...creationsBy(send),
    send,
    newToken,
    createCommission,
    createEvent,
    createDelivery,
    createFailedExport,
    fillExportPlaces,
    freeExportPlaces,
    endDecisions,
    createDifference,
    endComparison,
    endImport,
    fillSimulationPlaces,
    freeSimulationPlaces,
    linkTokenOf,
    unsubscribeTokenOf,
    applicationTokenOf,
    createPerson: async (brandId, input) => {
      const { user, token } = await createPerson(brandId, input);
      return { ...user, token };
    },
  };
  return worldOf({ by, account, token: await tokenOf(account), brandId: account.brand.id });
}
