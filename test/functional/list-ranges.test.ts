// Tests the parameters that every list has: the range of creation times and the order.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { createCommission } from '#test/support/commissions.ts';
import { storeReadings } from '#test/support/connections.ts';
import {
  createApiKey,
  createCampaign,
  createConnection,
  createDiscount,
  createExport,
  createFinding,
  createLink,
  createReconciliation,
  createSimulation,
  createWebhook,
  invite,
  openDispute,
  patch,
} from '#test/support/creations.ts';
import { createDelivery } from '#test/support/deliveries.ts';
import { createDifference } from '#test/support/differences.ts';
import { createImport } from '#test/support/imports.ts';
import { readPage, walk } from '#test/support/lists.ts';
import { recordOrder, refund } from '#test/support/orders.ts';
import { createPayout } from '#test/support/payouts.ts';
import { createPortalCreator, portalTokenOf } from '#test/support/portal.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';

/** The second and the third time are on different days in Kathmandu, and on the same day in UTC. */
const times = [
  '2026-03-01T18:14:59.998Z',
  '2026-03-01T18:14:59.999Z',
  '2026-03-01T18:15:00.000Z',
  '2026-03-02T18:14:59.999Z',
  '2026-03-02T18:15:00.000Z',
];
const zone = 'Asia/Kathmandu';

let acme: TestBrand;
let creatorToken: string;
const paths: Record<string, string> = {};

/** Creates one item of each list at each time. The lines of a payout are in the order of their creators. */
beforeAll(async () => {
  let time = Date.parse(times[0] ?? '') - 1;
  useClock({ now: () => new Date(time) });
  acme = await createBrand('scale', { timezone: zone });
  const { id: campaignId } = await createCampaign(acme.admin, { name: 'Before all others' });
  const { id: endpointId } = await createWebhook(acme.admin);
  const { id: connectionId } = await createConnection(acme.admin);
  const { id: reconciliationId } = await createReconciliation(acme.admin, connectionId);
  const { id: orderId } = await recordOrder(acme.admin, { amount: 100 });
  const { affiliate: creator } = await createPortalCreator(acme.brand);
  for (const at of times) {
    time = Date.parse(at);
    const { token: admin } = await newToken(acme.brand.id, 'admin');
    const { id, trackingCode } = await invite(admin, { campaignIds: [campaignId] });
    await patch(admin, `/affiliates/${id}`, { status: 'active' });
    await createCampaign(admin);
    await createDiscount(admin, id);
    await createLink(admin, id);
    await recordOrder(admin, { trackingCode, customerId: id });
    await refund(admin, orderId, { amount: 1 });
    for (const affiliateId of [id, creator.id]) {
      await createCommission({ brandId: acme.brand.id, affiliateId, status: 'approved' });
      await openDispute(admin, affiliateId);
    }
    await createDiscount(admin, creator.id);
    await createLink(admin, creator.id);
    await createFinding(admin);
    await createPayout(admin);
    await createApiKey(admin);
    await createExport(admin);
    await createImport(admin, ['email', 'ada@creators.test']);
    await createWebhook(admin);
    await createConnection(admin);
    await storeReadings(connectionId, []);
    await createReconciliation(admin, connectionId);
    await createDifference({ brandId: acme.brand.id, reconciliationId });
    await createDelivery({ brandId: acme.brand.id, endpointId });
  }
  const { id: payoutId } = await createPayoutOfAll();
  creatorToken = await portalTokenOf(acme.brand.id, creator);
  const range = { from: '2026-03-01', to: '2026-03-03' };
  const { id: simulationId } = await createSimulation(acme.admin, range);
  Object.assign(paths, {
    'conversions.listRefunds': `/conversions/${orderId}/refunds`,
    'campaigns.listMembers': `/campaigns/${campaignId}/affiliates`,
    'payouts.listLines': `/payouts/${payoutId}/lines`,
    'simulations.listCreators': `/simulations/${simulationId}/creators`,
    'reconciliations.list': `/connections/${connectionId}/reconciliations`,
    'reconciliations.results': `/connections/${connectionId}/reconciliations/${reconciliationId}/differences`,
    'connections.listMessages': `/connections/${connectionId}/messages`,
    'webhooks.listDeliveries': `/webhook-endpoints/${endpointId}/deliveries`,
  });
});
afterAll(() => useClock());

async function createPayoutOfAll() {
  useClock();
  const { token } = await newToken(acme.brand.id, 'admin');
  acme = { ...acme, admin: token };
  const { items } = await readPage(token, '/affiliates', { status: 'active' });
  for (const { id } of items) {
    await createCommission({ brandId: acme.brand.id, affiliateId: id, status: 'approved' });
  }
  return createPayout(token);
}

/** Refunds that wait for their orders expire, so none of these times has one now. Exchange rates have days instead of times. */
const lists = routes
  .filter(
    ({ answer, name }) => answer.kind === 'list' && !['refunds.list', 'exchangeRates.list'].includes(name),
  )
  .map(({ name, path }) => [name, path] as const);

/** The time of the id that orders the list. */
const timeOf = (item: { id?: string; affiliateId?: string }): number =>
  decodeTime(item.id ?? item.affiliateId ?? '');

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const decodeTime = (id: string): number =>
  [...id.slice(4, 14)].reduce((sum, digit) => sum * 32 + digits.indexOf(digit), 0);

const near = times.flatMap((at) => [-1, 0, 1].map((by) => new Date(Date.parse(at) + by).toISOString()));
const query = fc.record(
  {
    createdFrom: fc.constantFrom(...near),
    createdTo: fc.constantFrom(...near),
    order: fc.constantFrom('asc', 'desc'),
    limit: fc.integer({ min: 1, max: 4 }),
  },
  { requiredKeys: ['limit'] },
);

describe.each(lists)('the list %s', (name, routePath) => {
  const path = () => paths[name] ?? routePath;
  const token = () => (routePath.startsWith('/creator/') ? creatorToken : acme.admin);

  test('returns exactly the items between both instants, in both orders, page by page', async () => {
    const all = (await readPage(token(), path(), { limit: 100 })).items;
    expect(all.length).toBeGreaterThanOrEqual(times.length);
    await fc.assert(
      fc.asyncProperty(query, async ({ createdFrom = '0', createdTo = '9', order = 'desc', limit }) => {
        const range = {
          ...(createdFrom !== '0' && { createdFrom }),
          ...(createdTo !== '9' && { createdTo }),
        };
        fc.pre(createdFrom <= createdTo);
        const matching = all.filter((item) => {
          const at = new Date(timeOf(item)).toISOString();
          return at >= createdFrom && at <= createdTo;
        });
        const pages = await walk(token(), path(), { ...range, order, limit });
        const expected = order === 'desc' ? matching : matching.toReversed();
        expect(pages.flatMap(({ items }) => items)).toEqual(expected);
        for (const page of pages) {
          expect([page.total, page.totalIsExact]).toEqual([expected.length, true]);
        }
      }),
      { numRuns: sized(6, 60) },
    );
  });

  test('reads a day in the time zone of the brand, and in `timezone`', async () => {
    const read = async (filters: Record<string, string>) =>
      (await readPage(token(), path(), { ...filters, order: 'asc' })).items.map(timeOf);
    const [, , third, fourth] = times.map((at) => Date.parse(at));
    const inKathmandu = await read({ createdFrom: '2026-03-02', createdTo: '2026-03-02' });
    expect([inKathmandu.at(0), inKathmandu.at(-1)]).toEqual([third, fourth]);
    const inUtc = await read({ createdTo: '2026-03-01', timezone: 'UTC' });
    expect(inUtc.at(-1)).toEqual(third);
  });
});

describe('a list with a range', () => {
  const refused = async (filters: string, path: string, message: string) =>
    expectError(
      await send('GET', `/campaigns?${filters}`, { token: acme.admin }),
      errorBody(400, 'Invalid query parameters', [{ path, message }]),
    );

  test('returns 400 if the range is empty or a parameter is malformed', async () => {
    await refused(
      'createdFrom=2026-03-02&createdTo=2026-03-01',
      'createdFrom',
      '`createdFrom` must not be after `createdTo`',
    );
    const message =
      'Must be a date, YYYY-MM-DD, or a date and time with an offset, such as 2026-03-01T09:30:00Z';
    for (const text of ['', 'yesterday', '2026-02-30', '2026-03-01T09:30:00', '2026-3-1', '1767225600']) {
      await refused(`createdFrom=${text}`, 'createdFrom', message);
    }
    await refused('order=newest', 'order', expect.any(String));
    await refused('timezone=Mars/Olympus', 'timezone', expect.any(String));
  });

  test('accepts the first and the last date in every time zone, and refuses dates before and after them', async () => {
    for (const timezone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const { total } = await readPage(acme.admin, '/campaigns', {
        createdFrom: '2000-01-01',
        createdTo: '2099-12-31',
        timezone,
      });
      expect(total).toBe(times.length + 1);
    }
    expect((await readPage(acme.admin, '/campaigns', { createdTo: '2000-01-01' })).total).toBe(0);
    const message = 'Must be from 2000-01-01 to 2099-12-31';
    for (const text of [
      '0000-01-01',
      '1969-12-31',
      '1999-12-31T23:59:59Z',
      '2100-01-01',
      '9999-12-31T23:59:59Z',
    ]) {
      await refused(`createdFrom=${text}`, 'createdFrom', message);
      await refused(`createdTo=${text}`, 'createdTo', message);
    }
  });

  test('returns 400 for a cursor of another order or range', async () => {
    const filters = { createdFrom: '2026-03-01', limit: 1 };
    const { cursor } = await readPage(acme.admin, '/campaigns', filters);
    const others = ['', 'createdFrom=2026-03-02', 'createdFrom=2026-03-01&order=asc', 'createdTo=2026-03-01'];
    for (const other of others) await refused(`${other}&cursor=${cursor}`, 'cursor', expect.any(String));
  });
});
