// Actions on the table of the stage for which the API has no endpoint. The environment must name the table before this file is loaded.
import type { LinkSubject } from '#lib/access/email/schema.ts';
import { isUnavailable } from '#lib/foundation/shared/errors.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { memberPartition } from '#lib/foundation/table/keys/keys.ts';
import { createCommission } from '#test/support/commissions.ts';
import { createDelivery } from '#test/support/deliveries.ts';
import { createDifference } from '#test/support/differences.ts';
import { endComparison } from '#test/support/ended-comparisons.ts';
import { endDecisions } from '#test/support/ended-decisions.ts';
import { type EndedImport, endImport } from '#test/support/ended-imports.ts';
import { createFailedExport, fillExportPlaces, freeExportPlaces } from '#test/support/failed-exports.ts';
import type { Json } from '#test/support/json.ts';
import { createUserItem, linkTokenOf, unsubscribeTokenOf } from '#test/support/people.ts';
import { applicationTokenOf } from '#test/support/portal.ts';
import { createEvent } from '#test/support/recorded-event.ts';
import { fillSimulationPlaces, freeSimulationPlaces } from '#test/support/simulations.ts';
import type { Person, PersonInput } from '#test/support/situations.ts';

const actions = {
  commission: createCommission,
  members: async ({ brandId, campaignId }: { brandId: string; campaignId: string }) =>
    (await queryPartition(memberPartition(brandId, campaignId))).length,
  event: ({ brandId }: { brandId: string }) => createEvent(brandId),
  delivery: (endpoint: { brandId: string; endpointId: string }) => createDelivery(endpoint),
  failedExport: ({ brandId }: { brandId: string }) => createFailedExport(brandId),
  filledExportPlaces: async ({ brandId }: { brandId: string }) => {
    await fillExportPlaces(brandId);
    return null;
  },
  freedExportPlaces: async ({ brandId }: { brandId: string }) => {
    await freeExportPlaces(brandId);
    return null;
  },
  endedDecisions: async ({ brandId }: { brandId: string }) => {
    await endDecisions(brandId);
    return null;
  },
  difference: createDifference,
  endedComparison: async (named: { brandId: string; id: string }) => {
    await endComparison(named);
    return null;
  },
  endedImport: async (named: EndedImport) => {
    await endImport(named);
    return null;
  },
  filledSimulationPlaces: async ({ brandId }: { brandId: string }) => {
    await fillSimulationPlaces(brandId);
    return null;
  },
  freedSimulationPlaces: async ({ brandId }: { brandId: string }) => {
    await freeSimulationPlaces(brandId);
    return null;
  },
  user: ({ brandId, ...input }: PersonInput & { brandId: string }) => createUserItem(brandId, input),
  link: async ({ person, purpose }: { person: Person; purpose: LinkSubject['purpose'] }) => ({
    token: await linkTokenOf(person, purpose),
  }),
  unsubscribe: async (creator: { brandId: string; affiliateId: string }) => ({
    token: await unsubscribeTokenOf(creator),
  }),
  application: async ({ brandId }: { brandId: string }) => ({ token: await applicationTokenOf(brandId) }),
};

export type TableAction = keyof typeof actions;

/** On a busy machine, a read of the emulator can exceed the time limit of the table. */
export async function runTableAction(action: TableAction, given: Json, attempts = 3): Promise<Json> {
  try {
    return await actions[action](given);
  } catch (error) {
    if (!isUnavailable(error) || attempts === 1) throw error;
    return runTableAction(action, given, attempts - 1);
  }
}
