// Tests the list of commissions that are held for review.
import { expect, test } from 'vitest';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { getItem, updateItem } from '#lib/foundation/table/client.ts';
import { heldPartition, keys } from '#lib/foundation/table/keys/keys.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { idsOf, readPage, walk } from '#test/support/lists.ts';
import { recordOrder, refund } from '#test/support/orders.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

async function newProgram() {
  const { brand, admin } = await createBrand();
  const { trackingCode, email, id: affiliateId } = await invite(admin);
  const orderByCustomer = () => recordOrder(admin, { trackingCode });
  const orderByCreator = () => recordOrder(admin, { trackingCode, customerEmail: email });
  return { brand, admin, affiliateId, orderByCustomer, orderByCreator };
}

const readHeld = (token: string) => readPage(token, '/commissions', { held: 'true' });
const emptyPage = { items: [], total: 0, cursor: null, totalIsExact: true };

async function expectNoDifference(brandId: string): Promise<void> {
  expect((await reconcileBrand(brandId)).differences).toEqual([]);
}

test('GET /v1/commissions?held=true lists held commissions only, newest first, page by page', async () => {
  const { brand, admin, orderByCustomer, orderByCreator } = await newProgram();
  const expected: string[] = [];
  for (const order of [orderByCustomer, orderByCreator, orderByCreator, orderByCustomer, orderByCreator]) {
    const { commissionId } = await order();
    if (order === orderByCreator) expected.unshift(commissionId);
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

test('GET /v1/commissions?held=true omits a commission after it is approved, rejected or fully refunded', async () => {
  const { brand, admin, orderByCreator } = await newProgram();
  const [approved, approvedInBatch, rejected, refunded, partlyRefunded] = [
    await orderByCreator(),
    await orderByCreator(),
    await orderByCreator(),
    await orderByCreator(),
    await orderByCreator(),
  ];
  await patch(admin, `/commissions/${approved.commissionId}/approve`, {});
  await send('POST', '/commissions/approve', { token: admin, body: { ids: [approvedInBatch.commissionId] } });
  await patch(admin, `/commissions/${rejected.commissionId}/reject`, { reason: 'Their own order' });
  await refund(admin, refunded.id);
  await refund(admin, partlyRefunded.id, { amount: 40 });
  const { items, total } = await readHeld(admin);
  expect([idsOf(items), total]).toEqual([[partlyRefunded.commissionId], 1]);
  await expectNoDifference(brand.id);
});

test('GET /v1/commissions?held=true lists commissions of a banned creator after the approval run has reached them', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { brand, admin, affiliateId, orderByCustomer } = await newProgram();
  const orders = [await orderByCustomer(), await orderByCustomer()];
  await patch(admin, `/affiliates/${affiliateId}`, { status: 'banned' });
  expect(await readHeld(admin)).toMatchObject(emptyPage);
  clock.advance(31 * secondsPerDay);
  await approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
  const { token } = await newToken(brand.id, 'admin');
  const { items, total } = await readHeld(token);
  expect(idsOf(items).toSorted()).toEqual(orders.map(({ commissionId }) => commissionId).toSorted());
  expect(total).toBe(2);
  await expectNoDifference(brand.id);
});

test('GET /v1/commissions?held=true lists commissions of the user’s own brand only', async () => {
  const { orderByCreator } = await newProgram();
  await orderByCreator();
  expect(await readHeld((await createBrand()).admin)).toEqual(emptyPage);
});

test('GET /v1/commissions returns 400 for held with another filter or with a value other than true', async () => {
  const { admin } = await createBrand();
  const expectRefused = async (query: string, path: string) =>
    expectError(
      await send('GET', `/commissions?${query}`, { token: admin }),
      errorBody(400, 'Invalid query parameters', [{ path, message: expect.any(String) }]),
    );
  for (const other of ['status=pending', 'affiliateId=x', 'status=paid&affiliateId=x']) {
    await expectRefused(`${other}&held=true`, 'held');
  }
  for (const value of ['false', '', 'yes']) await expectRefused(`held=${value}`, 'held');
});

test('GET /v1/commissions returns 400 when a cursor of the held list is used for another list', async () => {
  const { admin, orderByCreator } = await newProgram();
  await orderByCreator();
  await orderByCreator();
  const { cursor } = await readPage(admin, '/commissions', { held: 'true', limit: 1 });
  const answer = await send('GET', `/commissions?cursor=${cursor}`, { token: admin });
  expectError(
    answer,
    errorBody(400, 'Invalid query parameters', [{ path: 'cursor', message: expect.any(String) }]),
  );
});

test('the reconciliation reports a held commission that is missing from the held list and a listed commission that is not held', async () => {
  const { brand, orderByCustomer, orderByCreator } = await newProgram();
  const [missing, stray] = [await orderByCreator(), await orderByCustomer()].map(
    ({ commissionId }) => commissionId,
  );
  const keyOf = (id: string) => keys.item(brand.id, 'commission', id);
  await updateItem({ Key: keyOf(missing), UpdateExpression: 'REMOVE byHold' });
  await updateItem({
    Key: keyOf(stray),
    UpdateExpression: 'SET byHold = :list',
    ExpressionAttributeValues: { ':list': heldPartition(brand.id, 'commission') },
  });
  expect(await getItem(keyOf(missing))).not.toHaveProperty('byHold');
  const { differences } = await reconcileBrand(brand.id);
  const misplaced = (id: string) => ({
    subject: `commission ${id}`,
    figure: 'misplaced',
    expected: 0,
    stored: 1,
  });
  expect(differences.toSorted((one, other) => one.subject.localeCompare(other.subject))).toEqual(
    [missing, stray].toSorted().map(misplaced),
  );
});
