// Tests that the personal data of a creator is complete, over all pages.
import { afterEach, expect, test, vi } from 'vitest';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { resourceEventPartition } from '#lib/foundation/table/keys/event-keys.ts';
import { createCommission } from '#test/support/commissions.ts';
import { createCampaign, createDiscount, inviteActive, patch, recordOrder } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import type { Json } from '#test/support/json.ts';
import { createPayout } from '#test/support/payouts.ts';
import { createBrand, send } from '#test/support/service.ts';

async function readRecords(token: string, id: string, limit: number, cursor?: string): Promise<Json[]> {
  const position = cursor === undefined ? '' : `&cursor=${cursor}`;
  const { status, json } = await send('GET', `/affiliates/${id}/personal-data?limit=${limit}${position}`, {
    token,
  });
  expect(status).toBe(200);
  expect(json.data.length).toBeLessThanOrEqual(limit);
  const { cursor: next } = json.meta;
  return next === null ? json.data : [...json.data, ...(await readRecords(token, id, limit, next))];
}

const countsOf = (records: readonly Json[]) =>
  Object.fromEntries(
    [...Map.groupBy(records, ({ type }) => type)].map(([type, group]) => [type, group.length]),
  );

test('GET /v1/affiliates/{id}/personal-data returns all records of the creator and no others, with any page size', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const campaigns = [await createCampaign(token), await createCampaign(token)];
  const campaignIds = campaigns.map(({ id }) => id);
  const ada = await inviteActive(token, { name: 'Ada', campaignIds });
  const ben = await inviteActive(token, { name: 'Ben', campaignIds });
  for (const { id, trackingCode } of [ada, ben, ada]) {
    await createDiscount(token, id);
    await recordOrder(token, { trackingCode });
  }
  const { id: deleted } = await createDiscount(token, ada.id);
  expect((await send('DELETE', `/discounts/${deleted}`, { token })).status).toBe(204);
  await createCommission({ brandId: brand.id, affiliateId: ada.id, status: 'approved' });
  const payout = await createPayout(token);
  await recordAllEvents();
  const records = await readRecords(token, ada.id, 100);
  expect(countsOf(records)).toEqual({
    affiliate: 1,
    discount: 2,
    conversion: 2,
    commission: 3,
    payoutLine: 1,
    membership: 2,
    event: 11,
  });
  const eventTypes = records.flatMap(({ type, data }) => (type === 'event' ? [data.type] : []));
  expect(countsOf(eventTypes.map((type) => ({ type })))).toEqual({
    'affiliate.invited': 1,
    'affiliate.activated': 1,
    'discount.created': 3,
    'discount.deleted': 1,
    'conversion.recorded': 2,
    'commission.created': 3,
  });
  expect(records).toContainEqual({
    type: 'payoutLine',
    data: expect.objectContaining({ payoutId: payout.id, affiliateId: ada.id, name: 'Ada' }),
  });
  expect(records[0]).toMatchObject({ type: 'affiliate', data: { id: ada.id, name: 'Ada' } });
  expect(JSON.stringify(records)).not.toContain(ben.id);
  expect(await readRecords(token, ada.id, 1)).toEqual(records);
});

test('GET /v1/affiliates/{id}/personal-data returns the line of a payout that excludes the creator', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const [ada, ben] = [await inviteActive(token, { name: 'Ada' }), await inviteActive(token)];
  for (const { id: affiliateId } of [ada, ben])
    await createCommission({ brandId: brand.id, affiliateId, status: 'approved' });
  await patch(token, `/affiliates/${ada.id}`, { status: 'banned' });
  const payout = await createPayout(token);
  expect((await readRecords(token, ada.id, 100)).filter(({ type }) => type === 'payoutLine')).toEqual([
    {
      type: 'payoutLine',
      data: expect.objectContaining({ payoutId: payout.id, affiliateId: ada.id, reason: 'banned' }),
    },
  ]);
});

test('GET /v1/affiliates/{id}/personal-data refuses the cursor of another creator', async () => {
  const { admin: token } = await createBrand('scale');
  const [ada, ben] = [await inviteActive(token), await inviteActive(token)];
  const { json } = await send('GET', `/affiliates/${ada.id}/personal-data`, { token });
  const path = `/affiliates/${ben.id}/personal-data?cursor=${json.meta.cursor}`;
  expect((await send('GET', path, { token })).json.code).toBe('cursor_invalid');
});

/** Ends the queries of a partition after their first item, as DynamoDB does after 1 MB. */
function endQueriesEarly(partition: string): void {
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    const answer = await Reflect.apply(sendCommand, undefined, args);
    const { ExpressionAttributeValues: values } = Object(args[1]);
    const [first, ...others] = answer.Items ?? [];
    if (args[0] !== 'Query' || values[':p'] !== partition || others.length === 0) return answer;
    return { ...answer, Items: [first], LastEvaluatedKey: { pk: first.pk, sk: first.sk } };
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

test('GET /v1/affiliates/{id}/personal-data returns all events of a creator whose events exceed 1 MB', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id } = await inviteActive(token, { name: 'Ada' });
  for (const name of ['Ada L.', 'Ada Lovelace']) await patch(token, `/affiliates/${id}`, { name });
  await recordAllEvents();
  const complete = await readRecords(token, id, 100);
  expect(countsOf(complete)).toMatchObject({ event: 4 });
  endQueriesEarly(resourceEventPartition(brand.id, id));
  expect(await readRecords(token, id, 100)).toEqual(complete);
});
