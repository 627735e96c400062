// What no endpoint does, done on the table of the stage that the environment names:
//   node test/contract/behind.ts commission '{"brandId":…,"affiliateId":…}'    adds a commission, and prints it
//   node test/contract/behind.ts members '{"brandId":…,"campaignId":…}'        prints how many members are stored
import { queryPartition } from '#lib/table/client.ts';
import { membersOf } from '#lib/table/keys/keys.ts';
import { createCommission } from '#test/support/commissions.ts';

const works = {
  commission: createCommission,
  members: async ({ brandId, campaignId }: { brandId: string; campaignId: string }) =>
    (await queryPartition(membersOf(brandId, campaignId))).length,
};

const isWork = (name: string): name is keyof typeof works => Object.hasOwn(works, name);

const [name = '', given = ''] = process.argv.slice(2);
if (!isWork(name)) throw new Error(`There is no ${name}`);
process.stdout.write(`${JSON.stringify(await works[name](JSON.parse(given)))}\n`);
