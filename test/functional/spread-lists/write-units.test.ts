// Tests that 1,000 orders per second of one brand with spread lists stay within the limit of each partition. docs/performance.md
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from 'vitest';
import { getItems, updateItem } from '#lib/table/client.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { spreadFlag } from '#lib/table/writes/totals.ts';
import { createCampaign, createDiscount, inviteActive } from '#test/support/creations.ts';
import { sendOrder } from '#test/support/orders.ts';
import { partitionLimits } from '#test/support/partition-limits.ts';
import { createBrand, spreadOver } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { type Traffic, trafficOf } from '#test/support/traffic.ts';
import { type Actions, type PartitionWrite, partitionWritesOf } from '#test/support/write-units.ts';

const rate = 1000;
/** DynamoDB accepts so many write units per second for one partition key, and for one item. */
const limit = 1000;
const creators = 10;
const orders = sized(64, 960);

const textOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

const transactionsOf = ({ calls }: Traffic): readonly Actions[] =>
  calls
    .filter(({ command }) => command === 'TransactWriteItemsCommand')
    .map(({ input }) => Object(input).TransactItems as Actions);

async function writesOf(transactions: readonly Actions[]): Promise<readonly PartitionWrite[]> {
  const updated = transactions
    .flat()
    .flatMap(({ Update }) => (Update === undefined ? [] : [Object(Update.Key)]));
  const stored = new Map((await getItems(updated)).map((item) => [textOf(item ?? {}), item]));
  return transactions.flatMap((actions) => partitionWritesOf(actions, (key) => stored.get(textOf(key))));
}

/** The units of each group of writes at 1,000 orders per second, highest first. */
const unitsBy = (writes: readonly PartitionWrite[], nameOf: (write: PartitionWrite) => string) =>
  [...Map.groupBy(writes, nameOf)]
    .map(([name, group]) => ({
      name,
      units: (group.reduce((sum, { units }) => sum + units, 0) * rate) / orders,
    }))
    .toSorted((one, other) => other.units - one.units);

/** Orders of one campaign make its totals hot. Then they are in cells. */
const markAsHot = (key: Key) =>
  updateItem({
    Key: { ...key },
    UpdateExpression: `SET ${spreadFlag} = :yes`,
    ExpressionAttributeValues: { ':yes': true },
  });

async function createProgram(partitions: number) {
  const { admin, brand } = await createBrand('scale', {
    ...(partitions > 1 && { listSpread: spreadOver(partitions) }),
  });
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  await markAsHot(keys.item(brand.id, 'campaign', campaignId));
  const codes: { readonly id: string; readonly code: string; readonly affiliateId: string }[] = [];
  for (let nth = 0; nth < creators; nth += 1) {
    const { id } = await inviteActive(admin, { campaignIds: [campaignId] });
    codes.push(await createDiscount(admin, id, { campaignId }));
  }
  return { admin, brandId: brand.id, campaignId, codes };
}

/** Returns the writes to partitions that do not belong to one creator, because each creator has only a part of the orders. */
async function recordOrders(partitions: number) {
  const { admin, brandId, campaignId, codes } = await createProgram(partitions);
  const [, traffic] = await trafficOf(async () => {
    for (let nth = 0; nth < orders; nth += 1) {
      const order = { orderId: `#${1000 + nth}`, customerId: `customer-${nth}` };
      const answer = await sendOrder(admin, { ...order, discountCode: codes[nth % creators]?.code });
      expect(answer.status, answer.text).toBe(201);
    }
  });
  const ofCreators = codes.flatMap(({ id, affiliateId }) => [id, affiliateId]);
  const transactions = transactionsOf(traffic);
  const writes = (await writesOf(transactions)).filter(
    ({ partition }) => !ofCreators.some((id) => partition.includes(id)),
  );
  return { brandId, campaignId, writes, transactions };
}

const partitionOf = ({ of, partition }: PartitionWrite) => `${of} ${partition}`;
const itemOf = ({ of, partition, item }: PartitionWrite) => `${of} ${partition} ${item}`;

const inDynamoJson = (actions: Actions) =>
  actions.map((action) =>
    Object.fromEntries(
      Object.entries(action).map(([kind, { Item, Key }]) => [
        kind,
        Item === undefined
          ? { Key: marshall(Key) }
          : { Item: marshall(Item, { removeUndefinedValues: true }) },
      ]),
    ),
  );

/** Sends the transactions repeatedly to the model of the limit, 1,000 per second for 4 seconds. Returns the share that is throttled. */
function throttledShare(transactions: readonly Actions[]): number {
  let time = 0;
  const { decide, counts } = partitionLimits({ unitsPerSecond: limit }, () => time);
  const bodies = transactions.map((actions) => JSON.stringify({ TransactItems: inDynamoJson(actions) }));
  const count = 4 * rate;
  for (let nth = 0; nth < count; nth += 1) {
    decide({ operation: 'TransactWriteItems', body: bodies[nth % bodies.length] ?? '' });
    time += 1000 / rate;
  }
  return counts().throttled / count;
}

test('no partition to which orders add items exceeds the limit at 1,000 orders per second if the lists have 8 partitions', async () => {
  const { brandId, campaignId, writes, transactions } = await recordOrders(8);
  expect(throttledShare(transactions)).toBe(0);
  const added = unitsBy(
    writes.filter(({ isNew }) => isNew),
    partitionOf,
  );
  expect(added.length).toBeGreaterThan(80);
  for (const { name, units } of added) expect(units, name).toBeLessThan(limit);

  // All other writes update items whose number does not grow, so DynamoDB splits their partitions by sort key: no item exceeds the limit.
  const updates = writes.filter(({ isNew }) => !isNew);
  for (const { name, units } of unitsBy(updates, itemOf)) expect(units, name).toBeLessThan(limit);
  const exceeding = unitsBy(updates, partitionOf).filter(({ units }) => units >= limit);
  expect(exceeding.map(({ name }) => name).toSorted()).toEqual(
    [
      `byStatus ${brandId}#AFFILIATE#active`,
      `table ${brandId}#AFFILIATE`,
      `table ${brandId}#CAMPAIGN#${campaignId}#SUMS`,
      `table ${brandId}#COUNT#conversions`,
      `table ${brandId}#DISCOUNT`,
    ].toSorted(),
  );
});

test('each list and the claims of order ids exceed the limit at 1,000 orders per second if the lists have one partition', async () => {
  const { brandId, campaignId, writes, transactions } = await recordOrders(1);
  expect(throttledShare(transactions)).toBeGreaterThan(0.3);
  const added = unitsBy(
    writes.filter(({ isNew }) => isNew),
    partitionOf,
  );
  const exceeding = added.filter(({ units }) => units >= limit);
  expect(exceeding.map(({ name }) => name).toSorted()).toEqual([
    `byCampaign ${brandId}#${campaignId}#COMMISSION`,
    `byCampaign ${brandId}#${campaignId}#CONVERSION`,
    `byStatus ${brandId}#COMMISSION#pending`,
    `byStatus ${brandId}#CONVERSION#attributed`,
    `byTime ${brandId}#OCCURRED`,
    `table ${brandId}#COMMISSION`,
    `table ${brandId}#CONVERSION`,
    `table ${brandId}#ORDER`,
  ]);
});
