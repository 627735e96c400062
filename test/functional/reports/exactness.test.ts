// Tests that the rollups of reports equal the ledger, also when batches repeat and functions are killed.
import { afterEach, expect, test, vi } from 'vitest';
import { newRandom } from '#infra/local/demo/random.ts';
import { sheetOf } from '#lib/reports/rules/rollups.ts';
import { examineReports, rebuildReports } from '#lib/reports/store/rebuild.ts';
import { putItem } from '#lib/table/client.ts';
import { reportPartition } from '#lib/table/keys/report-keys.ts';
import { createCampaign, createDiscount, inviteActive, recordOrder } from '#test/support/creations.ts';
import { killer } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { read, refund } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';

const seed = Number(process.env.SEED ?? 20260301);

afterEach(() => {
  vi.restoreAllMocks();
});

const failOnWait = () => Promise.reject(new Error('There was nothing to wait for'));
const doNotWait = () => Promise.resolve();

async function createOrders(count: number) {
  const random = newRandom(seed);
  const { admin: token, brand } = await createBrand('scale');
  const campaign = await createCampaign(token, { status: 'active' });
  const creators = [await inviteActive(token, { campaignIds: [campaign.id] }), await inviteActive(token)];
  const discount = await createDiscount(token, creators[0]?.id ?? '', { campaignId: campaign.id });
  for (let index = 0; index < count; index += 1) {
    const day = String(random.between(1, 28)).padStart(2, '0');
    const given = {
      amount: random.between(10, 100),
      occurredAt: `2026-0${random.between(1, 3)}-${day}T${random.next() < 0.5 ? '00' : '23'}:10:00Z`,
      ...(random.next() < 0.5
        ? { discountCode: discount.code }
        : { trackingCode: creators[random.between(0, 2)]?.trackingCode }),
    };
    const { id, commissionId } = await recordOrder(token, given);
    const chance = random.next();
    if (chance < 0.3) await refund(token, id, chance < 0.15 ? {} : { amount: 5 });
    if (chance > 0.5) await send('PATCH', `/commissions/${commissionId}/approve`, { token });
    if (chance > 0.9)
      await send('PATCH', `/commissions/${commissionId}/reject`, { token, body: { reason: 'x' } });
  }
  await send('POST', '/payouts', { token, body: {} });
  return { token, brand };
}

test('the rollups equal the ledger after repeated batches and killed functions', async () => {
  const { token, brand } = await createOrders(200);
  const random = newRandom(seed);
  const { run, kills } = killer(random, { kills: 6, every: 3 });
  for (const { shardId, records } of await newChanges()) {
    for (let first = 0; first < records.length; first += 15) {
      const part = { shardId, records: records.slice(Math.max(0, first - 5), first + 15) };
      while (!(await run(() => aggregate(part))));
      if (random.next() < 0.5) await run(() => aggregate(part));
    }
  }
  expect(kills()).toBeGreaterThan(0);
  vi.restoreAllMocks();
  expect(await examineReports(brand.id, failOnWait)).toMatchObject({ differences: [], moving: 0 });
  const { totals } = await read(
    token,
    '/reports/performance?groupBy=affiliate&from=2026-01-01&to=2026-12-31',
  );
  const creators = (await read(token, '/affiliates')) as unknown as readonly { readonly id: string }[];
  const stored = await Promise.all(creators.map(({ id }) => read(token, `/affiliates/${id}`)));
  const sum = (name: string) => stored.reduce((all, creator) => all + creator[name], 0);
  expect(totals.netRevenue).toBeCloseTo(sum('totalRevenue'), 6);
  expect(totals.commission).toBeCloseTo(sum('commissionEarned'), 6);
});

test('`rebuildReports` corrects wrong rollups, and creates the rollups of a brand that has none', async () => {
  const { brand } = await createOrders(4);
  const { rollups, differences } = await rebuildReports(brand.id, doNotWait);
  expect(differences).toHaveLength(rollups);
  expect(await examineReports(brand.id, failOnWait)).toMatchObject({ differences: [] });
  const isReport = ({ pk }: { readonly pk?: unknown }) =>
    String(pk).startsWith(reportPartition(brand.id, '', ''));
  const [wrong] = (await allItems()).filter(isReport);
  expect(sheetOf(wrong).size).toBeGreaterThan(0);
  await putItem({ Item: { ...wrong, figures: new Uint8Array([0]) } });
  const examined = await examineReports(brand.id, doNotWait);
  expect(examined.differences.map(({ key }) => key)).toEqual([{ pk: wrong?.pk, sk: wrong?.sk }]);
  await rebuildReports(brand.id, doNotWait);
  expect(await examineReports(brand.id, failOnWait)).toMatchObject({ differences: [] });
});
