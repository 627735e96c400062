import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import {
  affiliateCounterOwner,
  affiliateStatusPartition,
  keys,
  statusPartition,
} from '#lib/foundation/table/keys/keys.ts';
import { createCommission } from '#test/support/commissions.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { type Query, readPage } from '#test/support/lists.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let affiliateId: string;
beforeAll(async () => {
  acme = await createBrand();
  affiliateId = (await invite(acme.admin)).id;
});

const approve = (id: string, token = acme.admin, body?: unknown) =>
  send('PATCH', `/commissions/${id}/approve`, { token, body });
const read = async (id: string, token = acme.admin) =>
  (await send('GET', `/commissions/${id}`, { token })).json.data;

describe('PATCH /v1/commissions/{id}/approve', () => {
  test('returns 200 with the approver and the time of approval', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { brand, admin } = await createBrand();
    const creator = await invite(admin);
    const { id } = await createCommission({ brandId: brand.id, affiliateId: creator.id });
    const before = await read(id, admin);
    clock.advance(60);
    const answer = await approve(id, admin);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      data: {
        ...before,
        status: 'approved',
        approvedAt: '2026-03-01T12:01:00.000Z',
        approvedBy: decodeJwt(admin).sub,
      },
    });
    expect(await read(id, admin)).toEqual(answer.json.data);
  });

  test('moves the commission between the status lists and updates their counts', async () => {
    const { brand, admin } = await createBrand();
    const creator = await invite(admin);
    const { id } = await createCommission({ brandId: brand.id, affiliateId: creator.id });
    await approve(id, admin);
    expect(await getItem(keys.item(brand.id, 'commission', id))).toMatchObject({
      status: 'approved',
      byStatus: statusPartition(brand.id, 'commission', 'approved'),
      byAffiliateAndStatus: affiliateStatusPartition(brand.id, 'commission', creator.id, 'approved'),
    });
    const filters: readonly Query[] = [{}, { affiliateId: creator.id }];
    for (const filter of filters) {
      const pending = await readPage(admin, '/commissions', { ...filter, status: 'pending' });
      const approved = await readPage(admin, '/commissions', { ...filter, status: 'approved' });
      expect([pending.items.length, pending.total]).toEqual([0, 0]);
      expect([approved.items.length, approved.total]).toEqual([1, 1]);
    }
  });

  test('accepts an absent or empty body and returns 400 for any field', async () => {
    const [one, other] = await runConcurrently(2, () =>
      createCommission({ brandId: acme.brand.id, affiliateId }),
    );
    expect((await approve(one?.id ?? '', acme.admin, {})).status).toBe(200);
    const answer = await approve(other?.id ?? '', acme.admin, { amount: 1 });
    expectError(answer, invalidFields('amount'));
    expect((await read(other?.id ?? '')).status).toBe('pending');
  });

  test('approves a commission before its hold period ends', async () => {
    const { id } = await createCommission({
      brandId: acme.brand.id,
      affiliateId,
      eligibleAt: '2099-01-01T00:00:00.000Z',
    });
    expect((await approve(id)).json.data).toMatchObject({
      status: 'approved',
      eligibleAt: '2099-01-01T00:00:00.000Z',
    });
  });
});

describe('PATCH /v1/commissions/{id}/approve for an approved commission', () => {
  test('returns the commission unchanged and writes nothing', async () => {
    const { id } = await createCommission({ brandId: acme.brand.id, affiliateId });
    const first = await approve(id);
    const other = await newToken(acme.brand.id, 'admin');
    const before = await allItems();
    const again = await approve(id, other.token);
    expect(again.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(await allItems()).toEqual(before);
  });
});

describe('PATCH /v1/commissions/{id}/approve (validation)', () => {
  test.each(['paid', 'rejected', 'reversed'] as const)(
    'returns 409 and writes nothing for a commission that is %s',
    async (status) => {
      const { id } = await createCommission({ brandId: acme.brand.id, affiliateId, status });
      const before = await allItems();
      expectError(await approve(id), errorBody(409, `A commission that is ${status} cannot become approved`));
      expect(await allItems()).toEqual(before);
    },
  );

  test('returns 403 to a user with the role member, whether or not the commission exists', async () => {
    const { id } = await createCommission({ brandId: acme.brand.id, affiliateId });
    const before = await allItems();
    for (const anyId of [id, newId('commission', new Date()), 'none']) {
      expectError(await approve(anyId, acme.member), errorBody(403, 'Your role does not allow this action'));
    }
    expect(await allItems()).toEqual(before);
  });

  test('returns the same 404 for an unknown id, another brand’s commission and a malformed id', async () => {
    const globex = await createBrand();
    const creator = await invite(globex.admin);
    const foreign = await createCommission({ brandId: globex.brand.id, affiliateId: creator.id });
    const before = await allItems();
    for (const id of [newId('commission', new Date()), foreign.id, 'none']) {
      expectError(await approve(id), errorBody(404, 'Commission not found'));
      const answer = await send('GET', `/commissions/${id}`, { token: acme.admin });
      expectError(answer, errorBody(404, 'Commission not found'));
    }
    expect(await allItems()).toEqual(before);
  });
});

test('20 concurrent approvals of one commission approve it once', async () => {
  const { brand, admin } = await createBrand();
  const creator = await invite(admin);
  const { id } = await createCommission({ brandId: brand.id, affiliateId: creator.id });
  await createCommission({ brandId: brand.id, affiliateId: creator.id });
  const admins = [
    admin,
    ...(await runConcurrently(3, () => newToken(brand.id, 'admin'))).map(({ token }) => token),
  ];
  const answers = await runConcurrently(20, (index) => approve(id, admins[index % admins.length]));
  expect(countByStatus(answers)).toEqual({ 200: 20 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const counts = { total: 2, pending: 1, approved: 1 };
  expect(await readCounter(brand.id, 'commissions')).toEqual(counts);
  const owner = affiliateCounterOwner(brand.id, creator.id);
  expect(await readCounter(owner, 'affiliateCommissions')).toEqual(counts);
});

test('20 concurrent approvals of different commissions are all stored and counted', async () => {
  const { brand, admin } = await createBrand();
  const creator = await invite(admin);
  const commissions = await runConcurrently(20, () =>
    createCommission({ brandId: brand.id, affiliateId: creator.id }),
  );
  const answers = await Promise.all(commissions.map(({ id }) => approve(id, admin)));
  expect(countByStatus(answers)).toEqual({ 200: 20 });
  expect((await readPage(admin, '/commissions', { status: 'approved' })).total).toBe(20);
  expect((await readPage(admin, '/commissions', { status: 'pending' })).total).toBe(0);
});
