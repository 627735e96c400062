import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { createCommission } from '#test/support/commissions.ts';
import { invite } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { readPage } from '#test/support/lists.ts';
import { commissionOf, read, recordOrder } from '#test/support/orders.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let affiliateId: string;
beforeAll(async () => {
  acme = await createBrand();
  affiliateId = (await invite(acme.admin)).id;
});

const approveMany = (ids: unknown, token = acme.admin) =>
  send('POST', '/commissions/approve', { token, body: { ids } });
const newCommission = (fields: object = {}) =>
  createCommission({ brandId: acme.brand.id, affiliateId, ...fields });

describe('POST /v1/commissions/approve', () => {
  test('returns one result per commission, in the sequence of the request', async () => {
    const globex = await createBrand();
    const creator = await invite(globex.admin);
    const [pending, approved, rejected, foreign] = await Promise.all([
      newCommission(),
      newCommission({ status: 'approved' }),
      newCommission({ status: 'rejected' }),
      createCommission({ brandId: globex.brand.id, affiliateId: creator.id }),
    ]);
    const ids = [rejected.id, pending.id, newId('commission', new Date()), approved.id, foreign.id, 'none'];
    const answer = await approveMany(ids);
    expect(answer.status).toBe(200);
    const missing = errorBody(404, 'Commission not found');
    const [one, other] = await Promise.all(
      [pending.id, approved.id].map((id) => read(acme.admin, `/commissions/${id}`)),
    );
    expect(answer.json).toEqual({
      data: [
        {
          index: 0,
          status: 'failed',
          error: errorBody(409, 'A commission that is rejected cannot become approved'),
        },
        { index: 1, status: 'approved', commission: one },
        { index: 2, status: 'failed', error: missing },
        { index: 3, status: 'approved', commission: other },
        { index: 4, status: 'failed', error: missing },
        { index: 5, status: 'failed', error: missing },
      ],
      meta: { total: 6, approved: 2, failed: 4, cursor: null },
    });
    expect(one).toMatchObject({ status: 'approved', approvedBy: decodeJwt(acme.admin).sub });
  });

  test('approves a commission once when its id is sent twice', async () => {
    const { id } = await newCommission();
    const { json } = await approveMany([id, id]);
    expect(json.data[1]).toEqual({ ...json.data[0], index: 1 });
    expect(json.meta).toMatchObject({ approved: 2, failed: 0 });
  });

  test('approves and counts 100 commissions of one creator', async () => {
    const { brand, admin } = await createBrand();
    const creator = await invite(admin);
    const commissions = await Promise.all(
      Array.from({ length: 100 }, () => createCommission({ brandId: brand.id, affiliateId: creator.id })),
    );
    const { json } = await approveMany(
      commissions.map(({ id }) => id),
      admin,
    );
    expect(json.meta).toEqual({ total: 100, approved: 100, failed: 0, cursor: null });
    expect((await readPage(admin, '/commissions', { status: 'approved' })).total).toBe(100);
    expect((await readPage(admin, '/commissions', { status: 'pending' })).total).toBe(0);
  });

  test('approves a held commission and ends its hold', async () => {
    const { admin } = acme;
    const { email, trackingCode } = await invite(admin);
    const held = await recordOrder(admin, { trackingCode, customerEmail: email });
    expect((await approveMany([held.commissionId])).json.meta.approved).toBe(1);
    expect(await commissionOf(admin, held)).toMatchObject({ status: 'approved', hold: null });
  });
});

describe('POST /v1/commissions/approve (validation)', () => {
  test.each([
    ['an empty list', [], 'ids'],
    ['101 ids', Array.from({ length: 101 }, () => 'com_1'), 'ids'],
    ['a string instead of a list', 'com_1', 'ids'],
    ['a number as id', ['com_1', 5], 'ids.1'],
  ])('returns 400 and writes nothing for %s', async (_, ids, path) => {
    const before = await allItems();
    expectError(await approveMany(ids), invalidFields(path));
    expect(await allItems()).toEqual(before);
  });

  test('fails only the malformed id', async () => {
    const { id } = await newCommission();
    const { json } = await approveMany(['#', id]);
    expect(json.data).toMatchObject([
      { index: 0, status: 'failed', error: { code: 'validation_failed' } },
      { index: 1, status: 'approved', commission: { id } },
    ]);
  });

  test('returns 403 to a user with the role member', async () => {
    const { id } = await newCommission();
    expectError(await approveMany([id], acme.member), errorBody(403, 'Your role does not allow this action'));
  });
});
