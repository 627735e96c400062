// Command line for direct access to the table of the stage in the environment, for actions without an endpoint:
//   node test/contract/table-actions.ts commission '{"brandId":…,"affiliateId":…}'    creates and prints a commission
//   node test/contract/table-actions.ts members '{"brandId":…,"campaignId":…}'        prints the number of members
//   node test/contract/table-actions.ts failedExport '{"brandId":…}'                creates and prints a failed export
//   node test/contract/table-actions.ts event '{"brandId":…}'                       creates and prints an event
//   node test/contract/table-actions.ts user '{"brandId":…,"status":"invited"}'       creates and prints a user
//   node test/contract/table-actions.ts link '{"person":…,"purpose":"invitation"}'    prints the token of a link
import type { LinkSubject } from '#lib/access/email/schema.ts';
import { isUnavailable } from '#lib/foundation/shared/errors.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { memberPartition } from '#lib/foundation/table/keys/keys.ts';
import { createCommission } from '#test/support/commissions.ts';
import { createDelivery } from '#test/support/deliveries.ts';
import { createFailedExport, fillExportPlaces, freeExportPlaces } from '#test/support/failed-exports.ts';
import { createUserItem, linkTokenOf } from '#test/support/people.ts';
import { createEvent } from '#test/support/recorded-event.ts';
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
  user: ({ brandId, ...input }: PersonInput & { brandId: string }) => createUserItem(brandId, input),
  link: async ({ person, purpose }: { person: Person; purpose: LinkSubject['purpose'] }) => ({
    token: await linkTokenOf(person, purpose),
  }),
};

const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name);

const [name = '', given = ''] = process.argv.slice(2);
if (!isAction(name)) throw new Error(`Unknown action ${name}: use ${Object.keys(actions).join(' or ')}`);

/** On a busy machine, a read of the emulator can exceed the time limit of the table. */
async function runAction(action: keyof typeof actions, attempts = 3): Promise<unknown> {
  try {
    return await actions[action](JSON.parse(given));
  } catch (error) {
    if (!isUnavailable(error) || attempts === 1) throw error;
    return runAction(action, attempts - 1);
  }
}

process.stdout.write(`${JSON.stringify(await runAction(name))}\n`);
