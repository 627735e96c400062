// A brand with clicks of one month, its statistics, and the oracle that recalculates them from the stored visits.
import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { groupsOfScope, scopeOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { compareMonth } from '#lib/click-statistics/store/rebuild.ts';
import { environment } from '#lib/shared/environment.ts';
import { documentClient, queryPartition } from '#lib/table/client.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { clickJournalPartition, clickRollupPartition } from '#lib/table/keys/rollup-keys.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { newChanges } from '#test/support/stream.ts';

export const clickedMonth = '2026-03';
export const monthRange = 'from=2026-03-01&to=2026-03-31';

/** A brand with 36 clicks of three creators on three days, some of them duplicates, and the changes of its visits. */
export async function clickedBrand() {
  const clock = fakeClock('2026-03-02T08:00:00.000Z');
  await newChanges();
  const { admin, brand } = await createBrand();
  const campaign = await createCampaign(admin, { status: 'active' });
  const creators = [await invite(admin), await invite(admin), await invite(admin)];
  const click = async (trackingCode: string, body: object) => {
    const { token } = await newToken(brand.id, 'admin');
    expect((await send('POST', `/tracking/ref/${trackingCode}`, { token, body })).status).toBeLessThan(300);
  };
  for (const [nth, time] of [
    '02T09:00',
    '02T09:30',
    '02T23:59',
    '03T10:00',
    '03T11:30',
    '04T07:00',
  ].entries()) {
    clock.set(`2026-03-${time}:00.000Z`);
    for (const [index, { trackingCode }] of creators.entries()) {
      const body = { visitorId: `v${nth % 4}`, referrer: `https://host-${nth}.test/`, country: 'DE' };
      await click(trackingCode, body);
      const inCampaign = { visitorId: `w${index}`, campaignId: campaign.id };
      await click(trackingCode, inCampaign);
    }
  }
  clock.set('2026-03-05T12:00:00.000Z');
  const records = (await newChanges()).flatMap((batch) => batch.records);
  const visits = records.filter(({ dynamodb }) => dynamodb?.NewImage?.type?.S === 'visit');
  const { token } = await newToken(brand.id, 'admin');
  return { admin: token, brand, clock, campaign, creators, records: visits };
}

type ClickedBrand = Awaited<ReturnType<typeof clickedBrand>>;

export const newShard = () => `shard-${randomUUID()}`;

export async function statisticsItemsOf({
  brand,
  campaign,
  creators,
}: ClickedBrand): Promise<readonly Item[]> {
  const owners = [scopeOf(brand.id, {}), scopeOf(brand.id, { campaignId: campaign.id })];
  const ofCreators = creators.map(({ id }) => scopeOf(brand.id, { affiliateId: id }));
  const scopes = [...owners, ...owners.flatMap(groupsOfScope), ...ofCreators];
  const partitions = scopes.map(({ name }) => clickRollupPartition(brand.id, name, clickedMonth));
  return (
    await Promise.all([...partitions, clickJournalPartition(brand.id, clickedMonth)].map(queryPartition))
  ).flat();
}

export async function deleteStatistics(clicked: ClickedBrand): Promise<void> {
  for (const { pk, sk } of await statisticsItemsOf(clicked)) {
    await documentClient.send(new DeleteCommand({ TableName: environment.TABLE_NAME, Key: { pk, sk } }));
  }
}

export async function expectExact({ brand, campaign, creators }: ClickedBrand): Promise<void> {
  const { token } = await newToken(brand.id, 'admin');
  const { clicks, differences } = await compareMonth(brand.id, clickedMonth);
  expect([clicks, differences]).toEqual([36, []]);
  const statistics = async (filter: string) =>
    (await send('GET', `/tracking/clicks?${monthRange}${filter}`, { token })).json.data;
  expect(await statistics('&groupBy=campaign')).toMatchObject({
    ...{ clicks: 33, uniqueClicks: 27, uniqueVisitors: 15, filtered: { duplicate: 3 } },
    groups: [
      { key: null, clicks: 18, uniqueClicks: 18 },
      { key: campaign.id, clicks: 15, uniqueClicks: 9 },
    ],
  });
  expect(await statistics(`&campaignId=${campaign.id}`)).toMatchObject({ clicks: 15, uniqueVisitors: 9 });
  const ofCreator = await statistics(`&affiliateId=${creators[0]?.id}&campaignId=${campaign.id}`);
  expect(ofCreator).toMatchObject({ clicks: 5, uniqueClicks: 3, uniqueVisitors: 3 });
}

export const journalStateOf = async (clicked: ClickedBrand) => {
  const head = (await statisticsItemsOf(clicked)).find(({ sk }) => sk === 'HEAD');
  return head?.state;
};
