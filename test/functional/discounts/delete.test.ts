import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { affiliateCounterOwner, keys } from '#lib/foundation/table/keys/keys.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createDiscount, invite, patch } from '#test/support/creations.ts';
import { isTransaction, pauseAt } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { readPage } from '#test/support/lists.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let affiliateId: string;
beforeAll(async () => {
  acme = await createBrand();
  affiliateId = (await invite(acme.admin)).id;
});

const remove = (id: string, token = acme.admin) => send('DELETE', `/discounts/${id}`, { token });
const notFound = errorBody(404, 'Discount not found');

describe('DELETE /v1/discounts/{id}', () => {
  test('returns 204 without a body and removes the discount from reads, lists and storage', async () => {
    const { brand, admin } = await createBrand();
    const creator = await invite(admin);
    const { id, code } = await createDiscount(admin, creator.id);
    const answer = await remove(id, admin);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expectError(await send('GET', `/discounts/${id}`, { token: admin }), notFound);
    expectError(await remove(id, admin), notFound);
    const emptyPage = { items: [], total: 0, cursor: null, totalIsExact: true };
    expect(await readPage(admin, '/discounts')).toEqual(emptyPage);
    expect(await readPage(admin, '/discounts', { affiliateId: creator.id })).toEqual(emptyPage);
    expect(await getItem(keys.item(brand.id, 'discount', id))).toBeUndefined();
    expect(await getItem(keys.discountCode(brand.id, code))).toBeUndefined();
  });

  test('allows a new discount with the deleted code', async () => {
    const first = await createDiscount(acme.admin, affiliateId);
    await remove(first.id);
    const second = await createDiscount(acme.admin, affiliateId, { code: first.code.toUpperCase() });
    expect(second.id).not.toBe(first.id);
    expectError(await remove(first.id), notFound);
    expect((await send('GET', `/discounts/${second.id}`, { token: acme.admin })).json.data).toEqual(second);
  });

  test('returns 403 to a user with the role member, whether or not the discount exists', async () => {
    const { id } = await createDiscount(acme.admin, affiliateId);
    const before = await allItems();
    for (const discountId of [id, newId('discount', new Date()), 'none']) {
      expectError(
        await remove(discountId, acme.member),
        errorBody(403, 'Your role does not allow this action'),
      );
    }
    expect(await allItems()).toEqual(before);
  });

  test('returns 404 for malformed and unknown IDs and for discounts of other brands', async () => {
    const globex = await createBrand();
    const creator = await invite(globex.admin);
    const foreign = await createDiscount(globex.admin, creator.id);
    const before = await allItems();
    for (const id of [newId('discount', new Date()), foreign.id, foreign.code, 'none']) {
      expectError(await remove(id), notFound);
      expectError(await send('GET', `/discounts/${id}`, { token: acme.admin }), notFound);
    }
    expect(await allItems()).toEqual(before);
  });

  test('rejects a body with fields', async () => {
    const { id } = await createDiscount(acme.admin, affiliateId);
    const answer = await send('DELETE', `/discounts/${id}`, { token: acme.admin, body: { force: true } });
    expectError(answer, invalidFields('force'));
  });

  test('deletes a discount that a concurrent request has changed, with its new external id', async () => {
    const { admin } = await createBrand();
    const creator = await invite(admin);
    const { id } = await createDiscount(admin, creator.id);
    const paused = pauseAt(1, () => remove(id, admin), isTransaction);
    expect(await paused.isHeld).toBe(true);
    await patch(admin, `/discounts/${id}`, { externalId: 'spring' });
    expect((await paused.release()).status).toBe(204);
    expect((await createDiscount(admin, creator.id, { externalId: 'spring' })).externalId).toBe('spring');
  });

  test('deletes the discount and updates the counter once when 20 requests run concurrently', async () => {
    const { brand, admin } = await createBrand();
    const creator = await invite(admin);
    const [{ id }] = [await createDiscount(admin, creator.id), await createDiscount(admin, creator.id)];
    const answers = await runConcurrently(20, () => remove(id, admin));
    expect(countByStatus(answers)).toEqual({ 204: 1, 404: 19 });
    expect((await readCounter(brand.id, 'discounts')).total).toBe(1);
    const owner = affiliateCounterOwner(brand.id, creator.id);
    expect((await readCounter(owner, 'affiliateDiscounts')).total).toBe(1);
  });
});
