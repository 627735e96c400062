// Tests that several orders are given to a creator at once, by their ids or by a filter.
import { describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { createCampaign, createDiscount, inviteActive } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { idsOf, readPage } from '#test/support/lists.ts';
import { read, recordOrder, sendOrders, sumsOf, unusedOrder } from '#test/support/orders.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';

async function newProgram() {
  const { brand, admin } = await createBrand('scale');
  const [from, to] = [await inviteActive(admin), await inviteActive(admin)];
  const order = (body: object = {}) => recordOrder(admin, { trackingCode: from.trackingCode, ...body });
  const attribute = (body: object) =>
    send('POST', '/conversions/attribution', {
      token: admin,
      body: { affiliateId: to.id, reason: 'The creators swapped', ...body },
    });
  return { brand, admin, from, to, order, attribute };
}

const attributedIn = ({ json }: { readonly json: Json }): readonly string[] =>
  json.data.map((row: Json) => row.conversion?.id);

describe('POST /v1/conversions/attribution', () => {
  test('gives the orders of the ids to one creator, each independently of the others, and repeats without an effect', async () => {
    const { brand, admin, from, to, order, attribute } = await newProgram();
    const [moved, other, canceled] = [await order(), await order(), await order()];
    await send('POST', `/conversions/${canceled.id}/cancel`, { token: admin, body: { reason: 'Returned' } });
    const ids = [moved.id, canceled.id, 'cnv_1', other.id, moved.id, '#'];
    const answer = await attribute({ ids });
    expect(answer.json).toMatchObject({
      data: [
        { index: 0, status: 'attributed', conversion: { id: moved.id, affiliateId: to.id } },
        { index: 1, status: 'failed', error: { code: 'order_canceled' } },
        { index: 2, status: 'failed', error: { code: 'conversion_not_found' } },
        { index: 3, status: 'attributed', conversion: { id: other.id } },
        { index: 4, status: 'attributed', conversion: { id: moved.id } },
        { index: 5, status: 'failed', error: { code: 'validation_failed' } },
      ],
      meta: { total: 6, attributed: 3, failed: 3, cursor: null },
    });
    const before = await allItems();
    expect((await attribute({ ids })).json).toEqual(answer.json);
    expect(await allItems()).toEqual(before);
    expect((await read(admin, `/conversions/${moved.id}`)).changes).toMatchObject([
      { kind: 'attributed', reason: 'The creators swapped', affiliateId: from.id },
    ]);
    expect(await sumsOf(admin, from.id)).toMatchObject({ totalOrders: 0, commissionEarned: 0 });
    expect(await sumsOf(admin, to.id)).toMatchObject({ totalOrders: 2, commissionEarned: 20 });
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  });

  test('gives the orders of a filter, the oldest first, without those that are canceled', async () => {
    const { admin, from, to, order, attribute } = await newProgram();
    const { id: campaignId } = await createCampaign(admin, { status: 'active' });
    const { id: discountId, code: discountCode } = await createDiscount(admin, from.id, { campaignId });
    const [first, canceled, byCode, second] = [
      await order(),
      await order(),
      await order({ discountCode }),
      await order(),
    ];
    await send('POST', `/conversions/${canceled.id}/cancel`, { token: admin, body: { reason: 'Returned' } });
    const nobody = await recordOrder(admin);
    const filter = { affiliateId: from.id };
    for (const more of [{ campaignId }, { discountId }])
      expect(attributedIn(await attribute({ filter: { ...filter, ...more }, affiliateId: from.id }))).toEqual(
        [byCode.id],
      );
    const past = { ...filter, createdTo: '2020-01-01' };
    expect(attributedIn(await attribute({ filter: past }))).toEqual([]);
    expect(attributedIn(await attribute({ filter: { ...filter, attribution: 'noReference' } }))).toEqual([]);
    expect(attributedIn(await attribute({ filter }))).toEqual([first.id, byCode.id, second.id]);
    expect(attributedIn(await attribute({ filter: { attribution: 'noReference' } }))).toEqual([nobody.id]);
    expect((await readPage(admin, '/conversions', { affiliateId: to.id })).total).toBe(4);
    const removed = await attribute({ filter: { affiliateId: to.id }, affiliateId: null });
    expect(removed.json.meta).toMatchObject({ attributed: 4, failed: 0 });
    expect((await readPage(admin, '/conversions', { attribution: 'removed' })).total).toBe(4);
  });

  test('decides about 100 orders in a request, and continues at the cursor', async () => {
    const { admin, from, to, attribute, order } = await newProgram();
    const { trackingCode } = from;
    const rows = Array.from({ length: 100 }, () => ({ orderId: unusedOrder(), amount: 1, trackingCode }));
    await sendOrders(admin, rows);
    await order();
    const filter = { affiliateId: from.id };
    const first = await attribute({ filter });
    const cursor = attributedIn(first).at(-1);
    expect(first.json.meta).toEqual({ total: 100, attributed: 100, failed: 0, cursor });
    const second = await attribute({ filter, cursor });
    expect(second.json.meta).toEqual({ total: 1, attributed: 1, failed: 0, cursor: null });
    const { items } = await readPage(admin, '/conversions', { affiliateId: to.id, limit: 100 });
    expect(new Set(idsOf(items)).size).toBe(100);
    expect(await sumsOf(admin, to.id)).toMatchObject({ totalOrders: 101, totalRevenue: 200 });
  });

  test('finds no order after a cursor that is behind the range of the filter', async () => {
    const { from, attribute } = await newProgram();
    const filter = { affiliateId: from.id, createdTo: '2026-03-01' };
    const { status, json } = await attribute({ filter, cursor: 'zzz' });
    expect([status, json.meta]).toEqual([200, { total: 0, attributed: 0, failed: 0, cursor: null }]);
  });

  test.each([
    ['neither ids nor a filter', {}, 'ids'],
    ['a filter that does not say who earns now', { filter: { campaignId: 'cmp_1' } }, 'filter'],
    ['an unknown filter', { filter: { affiliateId: 'aff_1', orderId: 'x' } }, 'filter.orderId'],
    ['no reason', { ids: ['cnv_1'], reason: undefined }, 'reason'],
    [
      'a creator who does not exist',
      { ids: ['cnv_1'], affiliateId: 'aff_00000000000000000000000000' },
      'affiliateId',
    ],
    [
      'an empty range',
      { filter: { affiliateId: 'aff_1', createdFrom: '2026-01-02', createdTo: '2026-01-01' } },
      'filter.createdFrom',
    ],
  ])('returns 400 and writes nothing for %s', async (_, body, path) => {
    const { attribute } = await newProgram();
    const before = await allItems();
    expectError(await attribute(body), invalidFields(path));
    expect(await allItems()).toEqual(before);
  });
});
