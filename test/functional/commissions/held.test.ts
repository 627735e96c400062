// What is held for review: found in a list of its own, until a person has looked at it.
import { expect, test } from 'vitest';
import { auditBrand } from '#lib/audit/store/audit.ts';
import { getBrand } from '#lib/brands/store/lookup.ts';
import { approveDue } from '#lib/commissions/store/approval-run.ts';
import { daysInSeconds } from '#lib/shared/dates.ts';
import { getItem, updateItem } from '#lib/table/client.ts';
import { heldOf, keys } from '#lib/table/keys/keys.ts';
import { invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { idsOf, readPage, walk } from '#test/support/lists.ts';
import { recordOrder, refund } from '#test/support/orders.ts';
import { expectRefusal, refusal } from '#test/support/refusals.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

/** A brand with a creator, orders of others, and orders that the creator has made. */
async function newProgram() {
  const { brand, admin } = await createBrand();
  const { trackingCode, email, id: affiliateId } = await invite(admin);
  const byOthers = () => recordOrder(admin, { trackingCode });
  const byCreator = () => recordOrder(admin, { trackingCode, customerEmail: email });
  return { brand, admin, affiliateId, byOthers, byCreator };
}

const held = (token: string) => readPage(token, '/commissions', { held: 'true' });
const none = { items: [], total: 0, cursor: null };

async function expectNoDifference(brandId: string): Promise<void> {
  expect((await auditBrand(brandId)).differences).toEqual([]);
}

test('is listed newest first, page by page, and nothing else is', async () => {
  const { brand, admin, byOthers, byCreator } = await newProgram();
  const expected: string[] = [];
  for (const order of [byOthers, byCreator, byCreator, byOthers, byCreator]) {
    const { commissionId } = await order();
    if (order === byCreator) expected.unshift(commissionId);
  }
  const pages = await walk(admin, '/commissions', { held: 'true', limit: 2 });
  expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(expected);
  for (const { total } of pages) expect(total).toBe(3);
  for (const { status, hold } of pages.flatMap(({ items }) => items as Json[])) {
    expect([status, hold.reason]).toEqual(['pending', 'selfReferral']);
  }
  expect((await readPage(admin, '/commissions', { status: 'pending' })).total).toBe(5);
  await expectNoDifference(brand.id);
});

test('leaves the list when it is approved, also with others, rejected, or its order is refunded', async () => {
  const { brand, admin, byCreator } = await newProgram();
  const [approved, together, rejected, refunded, stays] = [
    await byCreator(),
    await byCreator(),
    await byCreator(),
    await byCreator(),
    await byCreator(),
  ];
  await patch(admin, `/commissions/${approved.commissionId}/approve`, {});
  await send('POST', '/commissions/approve', { token: admin, body: { ids: [together.commissionId] } });
  await patch(admin, `/commissions/${rejected.commissionId}/reject`, { reason: 'Their own order' });
  await refund(admin, refunded.id);
  await refund(admin, stays.id, { amount: 40 });
  const { items, total } = await held(admin);
  expect([idsOf(items), total]).toEqual([[stays.commissionId], 1]);
  await expectNoDifference(brand.id);
});

test('comes into the list when its creator is banned before it approves itself', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { brand, admin, affiliateId, byOthers } = await newProgram();
  const orders = [await byOthers(), await byOthers()];
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'banned' });
  expect(await held(admin)).toMatchObject(none);
  clock.advance(31 * daysInSeconds);
  await approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
  const { token } = await newToken(brand.id, 'admin');
  const { items, total } = await held(token);
  expect(idsOf(items).toSorted()).toEqual(orders.map(({ commissionId }) => commissionId).toSorted());
  expect(total).toBe(2);
  await expectNoDifference(brand.id);
});

test('is of its brand alone', async () => {
  const { byCreator } = await newProgram();
  await byCreator();
  expect(await held((await createBrand()).admin)).toEqual(none);
});

test('takes no other filter, and no value but true: 400', async () => {
  const { admin } = await createBrand();
  const refused = async (query: string, message: unknown) =>
    expectRefusal(
      await send('GET', `/commissions?${query}`, { token: admin }),
      refusal(400, 'Invalid query parameters', [{ path: 'held', message }]),
    );
  const noOther = 'Takes no other filter: leave out status and affiliateId';
  for (const other of ['status=pending', 'affiliateId=x', 'status=paid&affiliateId=x']) {
    await refused(`held=true&${other}`, noOther);
  }
  for (const value of ['false', '', 'yes']) await refused(`held=${value}`, expect.any(String));
});

test('and a cursor leads on in that list only', async () => {
  const { admin, byCreator } = await newProgram();
  await byCreator();
  await byCreator();
  const { cursor } = await readPage(admin, '/commissions', { held: 'true', limit: 1 });
  const answer = await send('GET', `/commissions?cursor=${cursor}`, { token: admin });
  expectRefusal(
    answer,
    refusal(400, 'Invalid query parameters', [{ path: 'cursor', message: expect.any(String) }]),
  );
});

test('by an earlier release comes into the list once it changes, and never counts for less than nothing', async () => {
  const { brand, admin, byOthers } = await newProgram();
  const [shrinks, approved] = [await byOthers(), await byOthers()];
  for (const { commissionId } of [shrinks, approved]) {
    await updateItem({
      Key: keys.item(brand.id, 'commission', commissionId),
      UpdateExpression: 'SET #hold = :hold',
      ExpressionAttributeNames: { '#hold': 'hold' },
      ExpressionAttributeValues: { ':hold': { reason: 'selfReferral', since: '2026-03-01T12:00:00.000Z' } },
    });
  }
  expect(await held(admin)).toEqual(none);
  await expectNoDifference(brand.id);
  await refund(admin, shrinks.id, { amount: 40 });
  await patch(admin, `/commissions/${approved.commissionId}/approve`, {});
  const { items, total } = await held(admin);
  expect([idsOf(items), total]).toEqual([[shrinks.commissionId], 1]);
  await expectNoDifference(brand.id);
  await patch(admin, `/commissions/${shrinks.commissionId}/approve`, {});
  expect(await held(admin)).toEqual(none);
  await expectNoDifference(brand.id);
});

test('an audit finds one that is not in the list, and one that is there without being held', async () => {
  const { brand, byOthers, byCreator } = await newProgram();
  const [lost, stray] = [await byCreator(), await byOthers()].map(({ commissionId }) => commissionId);
  const keyOf = (id: string) => keys.item(brand.id, 'commission', id);
  await updateItem({ Key: keyOf(lost), UpdateExpression: 'REMOVE byHold' });
  await updateItem({
    Key: keyOf(stray),
    UpdateExpression: 'SET byHold = :list',
    ExpressionAttributeValues: { ':list': heldOf(brand.id, 'commission') },
  });
  expect(await getItem(keyOf(lost))).not.toHaveProperty('byHold');
  const { differences } = await auditBrand(brand.id);
  const misplaced = (id: string) => ({
    subject: `commission ${id}`,
    figure: 'misplaced',
    expected: 0,
    stored: 1,
  });
  expect(differences.toSorted((one, other) => one.subject.localeCompare(other.subject))).toEqual(
    [lost, stray].toSorted().map(misplaced),
  );
});
