// Tests over all routes that a creator calls only the endpoints of creators, and reads only the own data.
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#lib/surface/api/routes.ts';
import { dataOf } from '#test/support/answers.ts';
import { createCommission } from '#test/support/commissions.ts';
import { createApiKey, createDiscount, openDispute, recordOrder } from '#test/support/creations.ts';
import { createPayout } from '#test/support/payouts.ts';
import { createPortalCreator, portalTokenOf } from '#test/support/portal.ts';
import { isForCreators, pathOf } from '#test/support/requests.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

const guarded = routes.filter(({ access }) => access !== 'public');
const ofCreators = guarded.filter(isForCreators);
const ofBrands = guarded.filter((route) => !isForCreators(route));

/** Creates a creator with something of every kind that the portal shows. */
async function creatorWithEverything(account: Awaited<ReturnType<typeof createBrand>>) {
  const { brand, admin } = account;
  const { affiliate, token } = await createPortalCreator(brand);
  const of = { brandId: brand.id, affiliateId: affiliate.id };
  const discount = await createDiscount(admin, affiliate.id);
  const order = await recordOrder(admin, { trackingCode: affiliate.trackingCode });
  await createCommission({ ...of, status: 'approved' });
  const payout = await createPayout(admin, { affiliateIds: [affiliate.id] });
  const dispute = await openDispute(admin, affiliate.id);
  const ids = [affiliate.id, affiliate.email, discount.code, payout.id, dispute.id, order.commissionId];
  return { affiliate, token, order, payout, ids };
}

type Creator = Awaited<ReturnType<typeof creatorWithEverything>>;
let brand: Awaited<ReturnType<typeof createBrand>>;
let own: Creator;
let others: readonly Creator[];

beforeAll(async () => {
  brand = await createBrand('scale');
  own = await creatorWithEverything(brand);
  others = [await creatorWithEverything(brand), await creatorWithEverything(await createBrand('scale'))];
  await aggregateNewClicks();
});

describe('the role of creators', () => {
  test('the endpoints of creators are all those below /creator that are not public', () => {
    expect(ofCreators.map(({ path }) => path).every((path) => path.startsWith('/creator'))).toBe(true);
    expect(ofBrands.filter(({ path }) => path.startsWith('/creator'))).toEqual([]);
    expect(ofCreators.length).toBeGreaterThan(12);
  });

  test.each(ofBrands)('$method /v1$path is a 403 for a creator', async (route) => {
    const answer = await send(route.method, pathOf(route), { token: own.token, body: {} });
    expect([answer.status, answer.json.code]).toEqual([403, 'role_forbidden']);
  });

  test.each(ofCreators)('$method /v1$path is a 403 for admins, members and API keys', async (route) => {
    const { key } = await createApiKey(brand.admin);
    for (const token of [brand.admin, brand.member, key]) {
      const answer = await send(route.method, pathOf(route), { token, body: {} });
      expect([answer.status, answer.json.code]).toEqual([403, 'role_forbidden']);
    }
  });
});

describe('the data of other creators', () => {
  const read = (path: string) => send('GET', path, { token: own.token });

  test('no answer of the portal names another creator of the brand, of another brand or their items', async () => {
    const paths = ofCreators.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
    expect(paths.length).toBeGreaterThan(6);
    for (const { path } of paths) {
      const { text, status } = await read(path);
      expect(status, path).toBe(200);
      for (const id of others.flatMap(({ ids }) => ids)) expect(text, path).not.toContain(id);
    }
    const texts = await Promise.all(paths.map(async ({ path }) => (await read(path)).text));
    for (const id of own.ids) expect(texts.join('')).toContain(id);
  });

  test('a commission, a payout and a filter by payout of another creator look like unknown ones', async () => {
    for (const { order, payout } of others) {
      expect((await read(`/creator/commissions/${order.commissionId}`)).json.code).toBe(
        'commission_not_found',
      );
      expect((await read(`/creator/payouts/${payout.id}`)).json.code).toBe('payout_not_found');
      expect(await dataOf(read(`/creator/commissions?payoutId=${payout.id}`))).toEqual([]);
      const { outcome, commission } = await dataOf(read(`/creator/orders/${order.orderId}`));
      expect([['notReferred', 'notRecorded'].includes(outcome), commission]).toEqual([true, null]);
    }
  });

  test('a session of one brand is none in another brand', async () => {
    const token = await portalTokenOf(brand.brand.id, others[1]?.affiliate ?? own.affiliate);
    expect((await send('GET', '/creator', { token })).json.code).toBe('token_revoked');
  });

  test('a cursor of one creator is refused for another creator', async () => {
    const { json } = await read('/creator/commissions?limit=1');
    const path = `/creator/commissions?limit=1&cursor=${json.meta.cursor}`;
    expect((await read(path)).status).toBe(200);
    expect((await send('GET', path, { token: others[0]?.token })).status).toBe(400);
  });
});
