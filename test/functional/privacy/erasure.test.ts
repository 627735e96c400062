// Tests that an erasure leaves no trace of a person in the table and in files, and keeps ids and sums.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { putItem, queryPartition } from '#lib/foundation/table/client.ts';
import { eventPartition } from '#lib/foundation/table/keys/event-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { eraseData } from '#lib/record/events/rules/commitment.ts';
import { erasedContent } from '#lib/record/events/rules/erased-event.ts';
import { eventsIn, segmentOf, storedSegment } from '#lib/record/events/rules/segment.ts';
import { digestTrail } from '#lib/record/events/store/digests.ts';
import { verifyTrail } from '#lib/record/events/store/verify.ts';
import { dataOf } from '#test/support/answers.ts';
import { createCommission } from '#test/support/commissions.ts';
import {
  createApiKey,
  createDiscount,
  createExport,
  createLink,
  discountDefinition,
  inviteActive,
  openDispute,
  patch,
  recordOrder,
  sendInBulk,
} from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { writeInBulk } from '#test/support/fill.ts';
import { runAndKill } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { createPayout, payPayout } from '#test/support/payouts.ts';
import { runQueues } from '#test/support/queue-workers.ts';
import { createBrand, send } from '#test/support/service.ts';
import { inTurn } from '#test/support/size.ts';
import { aggregate, continueWork, dispatch, newChanges } from '#test/support/stream.ts';

/** The text of each item. Segments of events are decompressed. */
async function texts(): Promise<readonly string[]> {
  const items = await allItems();
  return items.map((item) => {
    const isPage = item.events instanceof Uint8Array;
    return JSON.stringify(
      isPage ? { ...item, events: eventsIn(storedSegment.parse(item)) } : item,
    ).toLowerCase();
  });
}

function filesIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

/** The items and files that contain the marker. */
async function traces(marker: string): Promise<readonly string[]> {
  const files = filesIn(environment.EXPORTS_DIRECTORY ?? '').filter((path) =>
    readFileSync(path, 'utf8').toLowerCase().includes(marker),
  );
  return [...(await texts()).filter((text) => text.includes(marker)), ...files];
}

const newMarker = (): string => `zq${randomBytes(6).toString('hex')}`;

/** A creator with the marker in each personal field, who was changed, was paid and was exported. */
async function usedCreator(token: string, brandId: string, marker: string) {
  const texts = (name: string) => ({ note: `${marker} ${name}` });
  const creator = await inviteActive(token, {
    name: `Ada ${marker}`,
    email: `${marker}@creators.test`,
    externalId: `${marker}@own.test`,
    metadata: texts('creator'),
  });
  const { id, trackingCode } = creator;
  await patch(token, `/affiliates/${id}`, {
    name: `Countess ${marker}`,
    metadata: { note: null, other: marker },
  });
  const discount = await createDiscount(token, id, { metadata: texts('code') });
  const deleted = await createDiscount(token, id, { metadata: texts('deleted code') });
  await send('DELETE', `/discounts/${deleted.id}`, { token });
  const words = { name: `Of ${marker}`, subIds: { sub1: marker }, utm: { source: marker } };
  const link = await createLink(token, id, words);
  const former = await createLink(token, id, words);
  await send('DELETE', `/links/${former.id}`, { token });
  await recordOrder(token, { trackingCode });
  const of = { brandId, affiliateId: id };
  const rejected = await createCommission(of);
  await dataOf(
    send('PATCH', `/commissions/${rejected.id}/reject`, { token, body: { reason: `Of ${marker}` } }),
  );
  await createCommission({ ...of, status: 'approved' });
  const manual = { affiliateId: id, kind: 'bonus', amount: 1, reason: `For ${marker}` };
  const bonus = await dataOf(send('POST', '/commissions', { token, body: manual }), 201);
  const message = {
    message: `Of ${marker}`,
    metadata: texts('dispute'),
    externalId: `${marker}@dispute.test`,
  };
  const open = await openDispute(token, id, { ...message, orderId: 'order-1' });
  const decided = await openDispute(token, id, { message: marker });
  const closing = { token, body: { reason: `Of ${marker}` } };
  await dataOf(send('POST', `/disputes/${decided.id}/reject`, closing));
  const payout = await createPayout(token);
  await payPayout(token, payout.id);
  for (const resource of ['affiliates', 'discounts', 'commissions']) await createExport(token, { resource });
  return { id, trackingCode, discount, link, payout, rejected, bonus, open };
}

const eraseAffiliate = (token: string, id: string) =>
  send('DELETE', `/affiliates/${id}/personal-data`, { token });
const eraseCustomer = (token: string, id: string) =>
  send('DELETE', `/customers/${id}/personal-data`, { token });
const readErasure = (token: string, id: string) =>
  dataOf(send('GET', `/personal-data-erasures/${id}`, { token }));

test('the erasure of a creator leaves no trace in the table and in files, and keeps ids and sums', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const [marker, other] = [newMarker(), newMarker()];
  const { id, discount, link, payout, rejected, bonus, open } = await usedCreator(token, brand.id, marker);
  // A brand can have five exports in progress, and each creator has three.
  await recordAllEvents();
  const bystander = await usedCreator(token, brand.id, other);
  await recordAllEvents();
  const before = await dataOf(send('GET', `/affiliates/${id}`, { token }));
  expect((await traces(marker)).length).toBeGreaterThan(15);
  const ofOther = (await traces(other)).filter((text) => text.startsWith('{'));

  const answer = await eraseAffiliate(token, id);
  expect(answer.status).toBe(202);
  const { data: erasure } = answer.json;
  expect(erasure).toMatchObject({
    subject: 'affiliate',
    affiliateId: id,
    customerId: null,
    status: 'processing',
  });
  await recordAllEvents();

  expect(await traces(marker)).toEqual([]);
  expect((await traces(other)).filter((text) => text.startsWith('{')).length).toBe(ofOther.length);
  expect(await readErasure(token, erasure.id)).toMatchObject({ status: 'completed' });
  const { name, email, status, metadata, externalId, ...rest } = await dataOf(
    send('GET', `/affiliates/${id}`, { token }),
  );
  expect({ name, email, status, metadata, externalId }).toEqual({
    name: 'Erased',
    email: `${id.toLowerCase()}@erased.invalid`,
    status: 'banned',
    metadata: {},
    externalId: null,
  });
  expect(before).toMatchObject(rest);
  expect(await dataOf(send('GET', `/discounts/${discount.id}`, { token }))).toMatchObject({
    metadata: {},
    code: discount.code,
  });
  expect((await send('GET', `/links/${link.id}`, { token })).status).toBe(404);
  expect((await send('GET', `/tracking/ref/${link.slug}`)).status).toBe(410);
  expect(await dataOf(send('GET', `/commissions/${rejected.id}`, { token }))).toMatchObject({
    status: 'rejected',
    reason: null,
  });
  expect(await dataOf(send('GET', `/commissions/${bonus.id}`, { token }))).toMatchObject({
    status: 'paid',
    amount: 1,
    reason: null,
  });
  expect(await dataOf(send('GET', `/disputes/${open.id}`, { token }))).toMatchObject({
    status: 'withdrawn',
    message: null,
    externalId: null,
    decidedBy: null,
  });
  const again = { affiliateId: id, kind: 'missingOrder', message: 'Again' };
  expect((await send('POST', '/disputes', { token, body: again })).json.code).toBe('affiliate_erased');
  const { lines } = await dataOf(send('GET', `/payouts/${payout.id}`, { token }));
  expect(lines).toMatchObject([{ affiliateId: id, name: 'Erased' }]);
  const exported = (await send('GET', '/exports', { token })).json.data;
  expect(exported.map((one: { status: string }) => one.status)).toEqual(exported.map(() => 'expired'));
  expect(await dataOf(send('GET', `/affiliates/${bystander.id}`, { token }))).toMatchObject({
    name: `Countess ${other}`,
  });

  const changed = await send('PATCH', `/affiliates/${id}`, { token, body: { name: 'New' } });
  expect([changed.status, changed.json.code]).toEqual([409, 'affiliate_erased']);
  expect((await eraseAffiliate(token, id)).json.data.id).toBe(erasure.id);
});

test('the erasure of a creator whom a payout excludes erases the excluded line, also after the first pages of payouts and codes', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const marker = newMarker();
  const excluded = await inviteActive(token, { name: `Ada ${marker}`, email: `${marker}@creators.test` });
  const bystander = await inviteActive(token, { name: 'Ben' });
  for (const affiliateId of [excluded.id, bystander.id])
    await createCommission({ brandId: brand.id, affiliateId, status: 'approved' });
  await patch(token, `/affiliates/${excluded.id}`, { status: 'banned' });
  const codes = Array.from({ length: 21 }, () =>
    discountDefinition(excluded.id, { metadata: { note: marker } }),
  );
  expect((await sendInBulk(token, codes)).status).toBe(200);
  // A step of an erasure reads 50 payouts, oldest first, and 20 codes.
  const older = Array.from({ length: 50 }, (_, index) => newId('payout', new Date(index)));
  await writeInBulk(older.map((id) => ({ kind: 'put', item: { ...keys.item(brand.id, 'payout', id), id } })));
  const payout = await createPayout(token);
  const path = `/payouts/${payout.id}`;
  const before = await dataOf(send('GET', path, { token }));
  expect(before.excluded).toMatchObject([{ affiliateId: excluded.id, reason: 'banned', amount: 4.99 }]);
  await recordAllEvents();
  expect((await traces(marker)).some((text) => text.includes('#excluded'))).toBe(true);

  await eraseAffiliate(token, excluded.id);
  await recordAllEvents();
  expect(await traces(marker)).toEqual([]);
  const [line] = before.excluded;
  expect(await dataOf(send('GET', path, { token }))).toEqual({
    ...before,
    excluded: [{ ...line, name: 'Erased', email: `${excluded.id.toLowerCase()}@erased.invalid` }],
  });
  expect(before.lines).toMatchObject([{ affiliateId: bystander.id, name: 'Ben' }]);
});

test('the event of an erasure names its creator and the admin, and has no personal data', async () => {
  const { admin: token } = await createBrand('scale');
  const { id } = await inviteActive(token, { name: 'Ada' });
  await recordAllEvents();
  await eraseAffiliate(token, id);
  await recordAllEvents();
  const events = await followFeed(token, `limit=100&resourceId=${id}`);
  expect(events.map(({ type }) => type)).toEqual([
    'affiliate.invited',
    'affiliate.activated',
    'affiliate.personal_data_erased',
  ]);
  expect(events[0]?.data).toMatchObject({ name: 'Erased', status: 'invited' });
  expect(events.at(-1)).toMatchObject({
    resourceId: id,
    actor: { type: 'user' },
    data: { affiliateId: id },
    changes: {},
  });
  expect(await followFeed(token)).toEqual(expect.arrayContaining(events));
  const erased = (await allItems())
    .flatMap((item) => (item.type === 'eventSegment' ? eventsIn(storedSegment.parse(item)) : []))
    .filter(({ resourceId, type }) => resourceId === id && type !== 'affiliate.personal_data_erased');
  expect(erased).toHaveLength(2);
  for (const event of erased)
    expect(event).toMatchObject({ erased: { for: id, commitment: expect.any(String) } });
});

test('the erasure of a customer leaves no trace of the customer in orders, events and files, and keeps the creator', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const [marker, customerId] = [newMarker(), 'customer-7'];
  const { trackingCode } = await inviteActive(token);
  const order = () =>
    recordOrder(token, {
      trackingCode,
      customerId,
      customerEmail: `${marker}@customers.test`,
      discountCode: `typed ${marker}`,
      externalId: `${marker}@own.test`,
      metadata: { gift: `For ${marker}` },
      items: [{ sku: 'mug', name: `Mug ${marker}`, quantity: 1, price: 5 }],
    });
  const { id, commissionId } = await order();
  await send('PATCH', `/commissions/${commissionId}/reject`, {
    token,
    body: { reason: `Fraud by ${marker}` },
  });
  const { id: affiliateId } = await inviteActive(token);
  for (const [index, creator] of [null, affiliateId].entries())
    await patch(token, `/customers/${customerId}`, {
      affiliateId: creator,
      reason: `${marker} wrote ${index} times`,
    });
  const [refunds, reason] = [`/conversions/${id}/refunds`, `Returned by ${marker}`];
  for (const [refundId, amount] of [
    ['refund-1', 10],
    ['refund-2', 5],
  ] as const)
    await send('POST', refunds, { token, body: { refundId, amount, reason } });
  await send('POST', `${refunds}/refund-2/reverse`, { token, body: { reason } });
  await send('POST', `/conversions/${id}/attribution`, { token, body: { affiliateId, reason } });
  for (const resource of ['conversions', 'commissions']) await createExport(token, { resource });
  await recordAllEvents();
  expect((await traces(marker)).length).toBeGreaterThan(5);
  const { data: erasure } = (await eraseCustomer(token, customerId)).json;
  await recordAllEvents();
  expect(await traces(marker)).toEqual([]);
  expect((await eraseCustomer(token, customerId)).json.data).toMatchObject({
    id: erasure.id,
    status: 'completed',
    customerId,
  });
  expect(await dataOf(send('GET', `/conversions/${id}`, { token }))).toMatchObject({
    amount: 100,
    refundedAmount: 10,
    customerId,
    metadata: {},
    externalId: null,
    items: [{ sku: 'mug', name: 'Erased', quantity: 1, price: 5 }],
  });
  const hashed = await queryPartition(keys.customerEmail(brand.id, '').pk);
  expect(hashed).toEqual([]);
  expect(await dataOf(send('GET', `/customers/${customerId}`, { token }))).toMatchObject({
    customerId,
    affiliateId,
    reason: null,
    pastAffiliates: [{ reason: null }, { affiliateId: null, reason: null }],
  });
  await order();
  const again = (await eraseCustomer(token, customerId)).json.data;
  expect([again.status, again.id === erasure.id]).toEqual(['processing', false]);
  await recordAllEvents();
  expect(await traces(marker)).toEqual([]);
  expect((await eraseCustomer(token, 'nobody')).json.code).toBe('customer_not_found');
});

test('texts about a creator that are sent after the erasure are not stored', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const [marker, creator] = [newMarker(), await inviteActive(token)];
  const of = { brandId: brand.id, affiliateId: creator.id };
  const bystander = await inviteActive(token);
  for (const affiliateId of [creator.id, bystander.id])
    await createCommission({ ...of, affiliateId, status: 'approved' });
  const payout = await createPayout(token);
  const rejected = await Promise.all([createCommission(of), createCommission(of)]);
  await dataOf(eraseAffiliate(token, creator.id), 202);
  await recordAllEvents();
  const body = { reason: `Of ${marker}` };
  const [one, other] = rejected.map(({ id }) => id);
  expect(await patch(token, `/commissions/${one}/reject`, body)).toMatchObject({ reason: null });
  await dataOf(send('POST', '/commissions/reject', { token, body: { ids: [other], ...body } }));
  const failed = { status: 'failed', ...body };
  const line = await patch(token, `/payouts/${payout.id}/lines/${creator.id}`, failed);
  expect(line).toMatchObject({ status: 'failed', failureReason: null });
  const ofBystander = await patch(token, `/payouts/${payout.id}/lines/${bystander.id}`, {
    ...{ status: 'failed', reason: 'The account is closed' },
  });
  expect(ofBystander).toMatchObject({ failureReason: 'The account is closed' });
  await recordAllEvents();
  expect(await traces(marker)).toEqual([]);
});

test('the erasure of a customer also erases an order that was given to another customer, and keeps the other customer', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const [marker, customerId, other] = [newMarker(), `${newMarker()}@customers.test`, 'other@customers.test'];
  const { trackingCode } = await inviteActive(token);
  const order = { trackingCode, customerId, customerEmail: customerId, metadata: { gift: `For ${marker}` } };
  const { id, commissionId } = await recordOrder(token, order);
  await patch(token, `/commissions/${commissionId}/reject`, { reason: `Fraud by ${marker}` });
  const unattributed = await recordOrder(token, {
    ...order,
    trackingCode: undefined,
    customerId: 'customer-6',
  });
  for (const moved of [id, unattributed.id])
    await patch(token, `/conversions/${moved}`, { customerId: other });
  await recordAllEvents();
  const tomorrow = addSeconds(now(), secondsPerDay);
  await digestTrail(brand.id, tomorrow);
  for (const former of [customerId, 'customer-6']) await dataOf(eraseCustomer(token, former), 202);
  await recordAllEvents();
  expect([...(await traces(marker)), ...(await traces(customerId))]).toEqual([]);
  expect(await dataOf(send('GET', `/conversions/${id}`, { token }))).toMatchObject({
    ...{ amount: 100, customerId: other, metadata: {} },
  });
  expect((await send('GET', `/conversions?customerId=${other}`, { token })).json.data).toHaveLength(2);
  expect(await verifyTrail(brand.id, tomorrow)).toMatchObject({ finding: null });
});

test('a customer id that is an e-mail address is erased, also in a test twin', async () => {
  const { admin } = await createBrand('scale');
  const { key: token } = await createApiKey(admin, { mode: 'test' });
  const marker = newMarker();
  const customerId = `${marker}@customers.test`;
  const { trackingCode, id: affiliateId } = await inviteActive(token);
  const { id } = await recordOrder(token, { customerId, trackingCode });
  const path = `/customers/${encodeURIComponent(customerId)}/personal-data`;
  const { json } = await send('DELETE', path, { token });
  expect(json.data.customerId).toBeNull();
  await recordAllEvents();
  expect(await traces(marker)).toEqual([]);
  expect(await dataOf(send('GET', `/conversions/${id}`, { token }))).toMatchObject({ customerId: null });
  const customer = await dataOf(send('GET', path.replace('/personal-data', ''), { token }));
  expect(customer).toMatchObject({ customerId: null, affiliateId });
  expect((await send('DELETE', path, { token })).json.data).toMatchObject({
    id: json.data.id,
    status: 'completed',
  });
});

test('the audit trail is verified after the erasure of a creator and of customers, and names a forged erasure', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const [marker, customerId] = [newMarker(), `${newMarker()}@customers.test`];
  const { id, trackingCode } = await usedCreator(token, brand.id, marker);
  const bystander = await inviteActive(token, { name: 'Ben' });
  const order = async () => {
    const metadata = { gift: 'A mug' };
    const { id: orderId, commissionId } = await recordOrder(token, { trackingCode, customerId, metadata });
    const body = { reason: 'Fraud' };
    await dataOf(send('PATCH', `/commissions/${commissionId}/reject`, { token, body }));
    return orderId;
  };
  const first = await order();
  const move = { affiliateId: null, reason: 'Asked for it' };
  await patch(token, `/customers/${encodeURIComponent(customerId)}`, move);
  const { commissionId } = await dataOf(send('GET', `/conversions/${first}`, { token }));
  await send('POST', `/commissions/${commissionId}/restore`, { token });
  await recordAllEvents();
  const tomorrow = addSeconds(now(), secondsPerDay);
  await digestTrail(brand.id, tomorrow);
  const customerPath = `/customers/${encodeURIComponent(customerId)}/personal-data`;
  await dataOf(send('DELETE', customerPath, { token }), 202);
  await recordAllEvents();
  // The order has no customer id any more, but its new events still belong to the customer.
  await patch(token, `/conversions/${first}`, { metadata: { gift: 'Another mug' } });
  await order();
  await recordAllEvents();
  await digestTrail(brand.id, addSeconds(tomorrow, secondsPerDay));
  await dataOf(send('DELETE', customerPath, { token }), 202);
  await dataOf(eraseAffiliate(token, id), 202);
  await recordAllEvents();
  const pages = await queryPartition(eventPartition(brand.id));
  const events = pages.flatMap((page) => eventsIn(storedSegment.parse(page)));
  const erased = Map.groupBy(
    events.filter((event) => event.erased !== undefined),
    ({ type }) => type.split('.')[0],
  );
  expect([...erased.keys()].toSorted()).toEqual([
    ...['affiliate', 'commission', 'conversion', 'customer', 'discount', 'dispute', 'link'],
  ]);
  const verified = await verifyTrail(brand.id, addSeconds(tomorrow, secondsPerDay));
  expect(verified).toMatchObject({ entries: events.length, finding: null });

  const page = pages.find((item) =>
    eventsIn(storedSegment.parse(item)).some(({ resourceId }) => resourceId === bystander.id),
  );
  const forged = eventsIn(storedSegment.parse(page)).map((event) =>
    event.resourceId === bystander.id
      ? eraseData(event, erasedContent(event), {
          at: String(erased.get('affiliate')?.[0]?.erased?.at),
          for: id,
        })
      : event,
  );
  await putItem({ Item: { ...page, ...segmentOf(forged) } });
  expect((await verifyTrail(brand.id, tomorrow)).finding).toMatchObject({
    problem: 'erased entry without a record',
  });
});

test('the audit trail is verified after the erasure of a customer to whom an order was given later', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { trackingCode } = await inviteActive(token);
  for (const before of [{}, { customerId: 'customer-6' }]) {
    const order = { trackingCode, metadata: { gift: 'A mug' }, ...before };
    const { id, commissionId } = await recordOrder(token, order);
    await patch(token, `/commissions/${commissionId}/reject`, { reason: 'Fraud' });
    await patch(token, `/conversions/${id}`, { customerId: 'customer-7' });
  }
  await recordAllEvents();
  const tomorrow = addSeconds(now(), secondsPerDay);
  await digestTrail(brand.id, tomorrow);
  await dataOf(eraseCustomer(token, 'customer-7'), 202);
  await recordAllEvents();
  const pages = await queryPartition(eventPartition(brand.id));
  const erased = pages
    .flatMap((page) => eventsIn(storedSegment.parse(page)))
    .filter((event) => event.erased !== undefined);
  expect(erased.map(({ type }) => type)).toContain('conversion.recorded');
  expect(erased.map(({ type }) => type)).toContain('commission.rejected');
  expect(await verifyTrail(brand.id, tomorrow)).toMatchObject({ finding: null });
});

test('an event that is recorded after the erasure has no personal data, and neither has a copy that is made again', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const marker = newMarker();
  await newChanges();
  const { id } = await usedCreator(token, brand.id, marker);
  const early = await newChanges();
  const run = async (batches: typeof early) => {
    for (const batch of batches) {
      await aggregate(batch);
      await continueWork(batch);
    }
  };
  await eraseAffiliate(token, id);
  const late = await newChanges();
  await run([...late, ...early]);
  const pages = await newChanges();
  await run(pages);
  await recordAllEvents();
  await run(pages);
  await recordAllEvents();
  expect(await traces(marker)).toEqual([]);
});

test.each(inTurn(['before', 'after'] as const, 2, 1))(
  'an erasure is completed when the stream function and the worker are killed %s each of their calls',
  async (moment) => {
    const { admin: token, brand } = await createBrand('scale');
    const marker = newMarker();
    const { id } = await usedCreator(token, brand.id, marker);
    await recordAllEvents();
    const { data: erasure } = (await eraseAffiliate(token, id)).json;
    let kills = 0;
    const completeWithKills = async <Result>(run: () => Promise<Result>): Promise<Result> => {
      for (let call = 1; ; call += 1) {
        const killed = await runAndKill(run, { call, moment }).catch(() => undefined);
        if (killed?.hasDied === false) return killed.answer;
        kills += 1;
      }
    };
    for (let isIdle = false; !isIdle; ) {
      const batches = await newChanges();
      for (const batch of batches) {
        await aggregate(batch);
        await completeWithKills(() => dispatch(batch));
      }
      isIdle = (await completeWithKills(() => runQueues())) === 0 && batches.length === 0;
    }
    expect(kills).toBeGreaterThan(20);
    expect(await readErasure(token, erasure.id)).toMatchObject({ status: 'completed' });
    expect(await traces(marker)).toEqual([]);
  },
);

test('the erasure of a creator also erases the reason of a rejection that was taken back', async () => {
  const { admin: token } = await createBrand('scale');
  const { id, trackingCode } = await inviteActive(token);
  const { commissionId } = await recordOrder(token, { trackingCode });
  const marker = newMarker();
  await patch(token, `/commissions/${commissionId}/reject`, { reason: `${marker} has ordered it` });
  await send('POST', `/commissions/${commissionId}/restore`, { token });
  await recordAllEvents();
  expect((await traces(marker)).length).toBeGreaterThan(1);
  await send('DELETE', `/affiliates/${id}/personal-data`, { token });
  await recordAllEvents();
  expect(await traces(marker)).toEqual([]);
});

test('a customer whose orders were given to another customer is erased', async () => {
  const { admin: token } = await createBrand('scale');
  const { trackingCode } = await inviteActive(token);
  const marker = newMarker();
  const customerId = `${marker}@customers.test`;
  const { id } = await recordOrder(token, { trackingCode, customerId });
  await patch(token, `/conversions/${id}`, { customerId: 'customer-8' });
  expect((await eraseCustomer(token, customerId)).status).toBe(202);
  await recordAllEvents();
  expect(await dataOf(send('GET', '/customers', { token }))).toMatchObject([
    { customerId: 'customer-8' },
    { customerId: null },
  ]);
});
