import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { environment } from '#lib/shared/environment.ts';
import { documentClient, queryPartition } from '#lib/table/client.ts';
import { collectionPartition } from '#lib/table/keys/keys.ts';
import { ledgerPartition, ledgerShards } from '#lib/table/keys/money-keys.ts';
import { searchPartition } from '#lib/table/keys/search-keys.ts';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { idsOf, readPage } from '#test/support/lists.ts';
import { operator, operatorJson } from '#test/support/operator.ts';
import { recordOrder, sendRefund } from '#test/support/orders.ts';
import { createPayout } from '#test/support/payouts.ts';
import { createBrand } from '#test/support/service.ts';

const listAttributes = [
  'listedId',
  'byCampaign',
  'byDiscount',
  'byCustomer',
  'byTime',
  'listedTime',
  'byPayout',
];

const itemsOf = async (brandId: string) =>
  (
    await Promise.all(
      [
        ...ledgerShards.map((shard) => ledgerPartition(brandId, shard)),
        collectionPartition(brandId, 'commission'),
        collectionPartition(brandId, 'discount'),
        searchPartition(brandId),
      ].map(queryPartition),
    )
  ).flat();

/** Removes the keys of lists, as in items of a release that did not write them. */
async function removeKeys(brandId: string): Promise<void> {
  for (const { pk, sk } of await queryPartition(searchPartition(brandId))) {
    await documentClient.send(new DeleteCommand({ TableName: environment.TABLE_NAME, Key: { pk, sk } }));
  }
  for (const { pk, sk } of await itemsOf(brandId)) {
    await documentClient.send(
      new UpdateCommand({
        TableName: environment.TABLE_NAME,
        Key: { pk, sk },
        UpdateExpression: `REMOVE ${listAttributes.join(', ')}`,
      }),
    );
  }
}

test('`lists index` adds the keys that items of earlier releases lack, and changes nothing when it is repeated', async () => {
  const { admin, brand } = await createBrand();
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const { id: affiliateId } = await invite(admin, { campaignIds: [campaignId] });
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'active' });
  const discount = await createDiscount(admin, affiliateId, { campaignId });
  const order = await recordOrder(admin, { discountCode: discount.code, customerId: 'customer-1' });
  await patch(admin, `/commissions/${order.commissionId}/approve`, {});
  const payout = await createPayout(admin);
  await patch(admin, `/payouts/${payout.id}`, { status: 'paid', reference: 'transfer' });
  await sendRefund(admin, order.id, { refundId: 'refund-1', amount: 10 });
  const before = await itemsOf(brand.id);
  await removeKeys(brand.id);
  expect(idsOf((await readPage(admin, '/conversions', { campaignId })).items)).toEqual([]);
  const index = ['lists', 'index', brand.id];
  expect(await operatorJson(...index)).toEqual({
    brandId: brand.id,
    entries: 5,
    commissions: 1,
    discounts: 1,
    creators: 1,
  });
  expect(await itemsOf(brand.id)).toEqual(before);
  expect(idsOf((await readPage(admin, '/conversions', { customerId: 'customer-1' })).items)).toEqual([
    order.id,
  ]);
  expect((await operator(index)).stdout).toContain('Added the keys of 0 items');
});
