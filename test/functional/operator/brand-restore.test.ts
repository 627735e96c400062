// Tests the restore of one brand from another table, through the operator's command line.
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { placeOf } from '#lib/care/catalog/places.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { dynamoDb, getItem } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { rebuildFigures } from '#lib/outlets/figures/store/rebuild.ts';
import {
  createApiKey,
  createCampaign,
  createDiscount,
  createLink,
  inviteActive,
  patch,
  recordOrder,
  unusedCode,
} from '#test/support/creations.ts';
import { allItems, replaceItem } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { operator, operatorJson } from '#test/support/operator.ts';
import { refund } from '#test/support/orders.ts';
import { useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  brandWithCreators,
  createPayout,
  fillCommissions,
  payPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { copyOfTable } from '#test/support/restored-table.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { aggregateNewClicks, continueToCompletion } from '#test/support/stream.ts';
import { stopTimer } from '#test/support/timers.ts';

const newFile = () => join(mkdtempSync(join(tmpdir(), 'creator-affiliate-restore-')), 'restore.json');

const contentOf = ({ changedBy, revision, ...content }: Item): Item => content;
const textOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

/** The items of a brand that a restore brings back, without what each write changes. */
async function restorable(brandId: string): Promise<ReadonlyMap<string, Item>> {
  const own = (await allItems()).filter(
    ({ pk }) => String(pk).startsWith(brandId) && placeOf(brandId, String(pk)).treatment.length > 0,
  );
  const restored = own.filter(({ pk }) =>
    ['restored', 'last'].includes(placeOf(brandId, String(pk)).treatment),
  );
  return new Map(restored.map((item) => [textOf(item), contentOf(item)]));
}

const kept = async (brandId: string, kinds: readonly string[]): Promise<readonly Item[]> =>
  (await allItems()).filter(
    ({ pk }) => String(pk).startsWith(brandId) && kinds.includes(placeOf(brandId, String(pk)).kind),
  );

const outside = async (brandId: string): Promise<readonly Item[]> =>
  (await allItems()).filter(
    ({ pk, brandId: owner }) =>
      !String(pk).startsWith(brandId) && owner !== brandId && pk !== 'CHECKPOINT#SHARDS',
  );

const restore = (brandId: string, fromTable: string, ...more: readonly string[]) =>
  operator(['brand', 'restore', brandId, '--from-table', fromTable, '--json', ...more]);

async function restored(brandId: string, fromTable: string, ...more: readonly string[]): Promise<Json> {
  const { stdout, stderr, exitCode } = await restore(brandId, fromTable, ...more);
  expect([stderr, exitCode]).toEqual(['', 0]);
  return JSON.parse(stdout);
}

/** A brand with creators, a campaign, a code, orders, a refund and a paid payout. */
async function brandWithHistory() {
  const { admin, brand } = await createBrand('scale');
  const ada = await inviteActive(admin, { trackingCode: unusedCode(), externalId: `ada-${unusedCode()}` });
  const campaign = await createCampaign(admin, { status: 'active' });
  const draft = await createCampaign(admin, { status: 'draft' });
  const discount = await createDiscount(admin, ada.id, { campaignId: campaign.id });
  const orders = [];
  for (let index = 0; index < 4; index += 1)
    orders.push(await recordOrder(admin, { discountCode: discount.code }));
  await refund(admin, orders[0]?.id ?? '', { amount: 1 });
  const [first, second] = orders.map(({ commissionId }) => commissionId);
  await send('POST', '/commissions/approve', { token: admin, body: { ids: [first, second] } });
  const payout = await createPayout(admin);
  await continueToCompletion();
  await payPayout(admin, payout.id);
  await continueToCompletion();
  await aggregateNewClicks();
  return { admin, brand, ada, campaign, draft, discount, orders, payout };
}

let history: Awaited<ReturnType<typeof brandWithHistory>>;
let other: Awaited<ReturnType<typeof brandWithHistory>>;
let table: string;
let before: ReadonlyMap<string, Item>;
let deletedKey: { id: string; key: string };
let loggedOut: string;

/** What happens after the time of the restore: regular changes, and damage. */
async function change({ admin, brand, ada, draft, discount, orders }: typeof history) {
  await patch(admin, `/affiliates/${ada.id}`, { name: 'Damaged' });
  const eve = await inviteActive(admin, { trackingCode: unusedCode() });
  await recordOrder(admin, { trackingCode: eve.trackingCode });
  await recordOrder(admin, { discountCode: discount.code });
  expect((await send('DELETE', `/campaigns/${draft.id}`, { token: admin })).status).toBe(204);
  await patch(admin, '/brand', { name: 'Renamed' });
  // Items that a faulty release has deleted and overwritten.
  const [, , third] = orders;
  const conversion = keys.item(brand.id, 'conversion', String(third?.id));
  const commission = await getItem(keys.item(brand.id, 'commission', String(third?.commissionId)));
  await replaceItem({ ...commission, amount: 1, status: 'rejected' });
  await dynamoDb.send('DeleteItem', { TableName: process.env.TABLE_NAME, Key: { ...conversion } });
  const ledger = (await allItems()).filter(
    ({ pk, conversionId }) => String(pk).startsWith(`${brand.id}#LEDGER`) && conversionId === third?.id,
  );
  expect(ledger.length).toBeGreaterThan(0);
  for (const { pk, sk } of ledger)
    await dynamoDb.send('DeleteItem', { TableName: process.env.TABLE_NAME, Key: { pk, sk } });
  // Access that ended must stay ended.
  expect((await send('DELETE', `/api-keys/${deletedKey.id}`, { token: admin })).status).toBe(204);
  expect((await send('POST', '/auth/logout', { token: loggedOut })).status).toBe(204);
  await aggregateNewClicks();
  await continueToCompletion();
  return { eve };
}

let eve: Json;

beforeAll(async () => {
  [history, other] = [await brandWithHistory(), await brandWithHistory()];
  deletedKey = await createApiKey(history.admin);
  loggedOut = (await newToken(history.brand.id, 'admin')).token;
  await aggregateNewClicks();
  before = await restorable(history.brand.id);
  table = await copyOfTable();
  ({ eve } = await change(history));
});

test('without --apply yes, `brand restore` lists what would change, and changes nothing', async () => {
  const items = await restorable(history.brand.id);
  const others = await outside(history.brand.id);
  const result = await restored(history.brand.id, table);
  expect(result).toMatchObject({ isDryRun: true, stale: 0, taken: 0, payouts: [] });
  expect(result.items).toMatchObject({
    BRAND: { changed: 1 },
    AFFILIATE: { changed: 1, deleted: 1 },
    CAMPAIGN: { put: 1 },
    CONVERSION: { put: 1, deleted: 2 },
    COMMISSION: { changed: 1, deleted: 2 },
    TRACKING: { deleted: 1 },
  });
  expect(await restorable(history.brand.id)).toEqual(items);
  expect(await outside(history.brand.id)).toEqual(others);
});

test('`brand restore` brings the brand back, and leaves other brands, access, the feed and clicks alone', async () => {
  const { brand, admin, ada } = history;
  const unchanged = ['SESSION', 'API_KEY', 'USER', 'DIGESTS'];
  const [others, access] = [await outside(brand.id), await kept(brand.id, unchanged)];
  const events = await kept(brand.id, ['EVENTS']);
  const file = newFile();
  const result = await restored(brand.id, table, '--apply', 'yes', '--progress', file);
  expect(result).toMatchObject({ isDryRun: false, stale: 0, taken: 0 });
  expect(existsSync(file)).toBe(false);
  expect(await restorable(brand.id)).toEqual(before);
  expect(await outside(brand.id)).toEqual(others);
  expect(await kept(brand.id, unchanged)).toEqual(access);
  await aggregateNewClicks();
  await continueToCompletion();
  expect(await restorable(brand.id)).toEqual(before);
  // The feed has only become longer.
  const pages = await kept(brand.id, ['EVENTS']);
  expect(pages.length).toBeGreaterThan(events.length);
  expect(pages).toEqual(expect.arrayContaining(events.slice(0, -1)));
  const trail = (await send('GET', '/audit?limit=50', { token: admin })).json.data;
  expect(trail.map(({ type }: Json) => type)).toContain('operator.command_run');
  expect(trail.find(({ type }: Json) => type === 'affiliate.updated').actor).toMatchObject({
    type: 'operator',
  });
  // Links lead to the creator again, and no longer to the one who was invited later.
  const follow = (code: string) => send('GET', `/tracking/ref/${code}`);
  expect((await getItem(keys.trackingCode(ada.trackingCode)))?.affiliateId).toBe(ada.id);
  expect(await getItem(keys.trackingCode(eve.trackingCode))).toBeUndefined();
  expect((await follow(eve.trackingCode)).status).toBe(404);
});

test('after a restore the books of the brand agree, and a repeated restore changes nothing', async () => {
  const { brand } = history;
  await rebuildFigures(brand.id, now(), async () => {});
  const reconciliation = await operatorJson('brand', 'reconcile', brand.id);
  expect([reconciliation.differences, reconciliation.figures.differences]).toEqual([[], []]);
  const items = await restorable(brand.id);
  expect(await restored(brand.id, table, '--apply', 'yes', '--progress', newFile())).toMatchObject({
    changes: 0,
  });
  expect(await restorable(brand.id)).toEqual(items);
});

test('a session that was ended and an API key that was deleted do not return', async () => {
  expect((await send('GET', '/affiliates', { token: loggedOut })).status).toBe(401);
  expect((await send('GET', '/affiliates', { token: deletedKey.key })).status).toBe(401);
});

test('an order that the restore has undone can be recorded again with its idempotency key', async () => {
  const { admin, brand } = await createBrand('scale');
  const source = await copyOfTable();
  const body = { orderId: 'order-again', amount: 20 };
  const record = () =>
    send('POST', '/conversions', { token: admin, body, headers: { 'idempotency-key': 'again' } });
  const first = await record();
  await restored(brand.id, source, '--apply', 'yes', '--progress', newFile());
  const second = await record();
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.json.data.id).not.toBe(first.json.data.id);
});

test('a tracking code that another brand has taken since then stays with it, and is reported', async () => {
  const { admin, brand } = await createBrand('scale');
  const trackingCode = unusedCode();
  const { id } = await inviteActive(admin, { trackingCode });
  const source = await copyOfTable();
  const target = { ...(await getItem(keys.trackingCode(trackingCode))), brandId: other.brand.id };
  await replaceItem({ ...target, affiliateId: other.ada.id });
  await patch(admin, `/affiliates/${id}`, { name: 'Changed' });
  expect(await restored(brand.id, source, '--apply', 'yes', '--progress', newFile())).toMatchObject({
    taken: 1,
  });
  expect((await getItem(keys.trackingCode(trackingCode)))?.brandId).toBe(other.brand.id);
});

test('a restore brings the slugs of links back, also those of a deleted link', async () => {
  const { admin, brand } = await createBrand('scale', { landingUrl: 'https://acme.test/' });
  const { id } = await inviteActive(admin);
  const [renamed, deleted] = [await createLink(admin, id), await createLink(admin, id)];
  const source = await copyOfTable();
  const slug = unusedCode();
  await patch(admin, `/links/${renamed.id}`, { slug });
  await send('DELETE', `/links/${deleted.id}`, { token: admin });
  await restored(brand.id, source, '--apply', 'yes', '--progress', newFile());
  const statusOf = async (code: string) => (await send('GET', `/tracking/ref/${code}`)).status;
  expect([await statusOf(renamed.slug), await statusOf(deleted.slug), await statusOf(slug)]).toEqual([
    302, 302, 404,
  ]);
  const { json } = await send('GET', '/links', { token: admin });
  expect(json.data.map((link: Json) => link.slug)).toEqual([deleted.slug, renamed.slug]);
  expect(json.meta.total).toBe(2);
});

test('an item that somebody changes during the restore keeps the change, and the command asks for a repetition', async () => {
  const { admin, brand } = await createBrand('scale');
  const { id } = await inviteActive(admin);
  const source = await copyOfTable();
  await patch(admin, `/affiliates/${id}`, { name: 'Changed' });
  const item = await getItem(keys.item(brand.id, 'affiliate', id));
  const original = dynamoDb.send.bind(dynamoDb);
  let isChanged = false;
  const spy = vi.spyOn(dynamoDb, 'send').mockImplementation((async (...command: unknown[]) => {
    if (!isChanged && JSON.stringify(command).includes(`:is_name`)) {
      isChanged = true;
      await replaceItem({ ...item, name: 'Meanwhile' });
    }
    return Reflect.apply(original, undefined, command);
  }) as typeof dynamoDb.send);
  const result = await restore(brand.id, source, '--apply', 'yes', '--progress', newFile());
  spy.mockRestore();
  expect(isChanged).toBe(true);
  expect(result.exitCode).toBe(1);
  expect(JSON.parse(result.stdout)).toMatchObject({ stale: 1 });
  expect((await getItem(keys.item(brand.id, 'affiliate', id)))?.name).toBe('Meanwhile');
});

test('an interrupted restore continues at its position, with the counts of the earlier run', async () => {
  const { admin, brand } = await createBrand('scale');
  const { id } = await inviteActive(admin);
  const source = await copyOfTable();
  await patch(admin, `/affiliates/${id}`, { name: 'Changed' });
  await inviteActive(admin);
  const file = newFile();
  const tally = { AFFILIATE: { same: 7, put: 0, changed: 0, deleted: 0, stale: 0, taken: 0 } };
  const progress = { brandId: brand.id, fromTable: source, phase: 'live', tally };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  writeFileSync(file, JSON.stringify({ ...progress, savedAt: minutesAgo(4) }));
  const result = await restored(brand.id, source, '--apply', 'yes', '--progress', file);
  // The first phase is complete in the file, so only the surplus creator is deleted.
  expect(result.items.AFFILIATE).toMatchObject({ same: 7, changed: 0, deleted: 1 });
  expect((await getItem(keys.item(brand.id, 'affiliate', id)))?.name).toBe('Changed');
  // Since an older file was saved, the stage could have accepted changes, so the restore begins again.
  writeFileSync(file, JSON.stringify({ ...progress, savedAt: minutesAgo(6) }));
  const again = await restored(brand.id, source, '--apply', 'yes', '--progress', file);
  expect(again.items.AFFILIATE).toMatchObject({ same: 0, changed: 1 });
  writeFileSync(file, '{}');
  expect((await restore(brand.id, source, '--apply', 'yes', '--progress', file)).stderr).toContain(
    `is not from a restore of ${brand.id}`,
  );
});

test('a failure of the table leaves the progress file, and the next run completes the restore', async () => {
  const { admin, brand } = await createBrand('scale');
  const { id } = await inviteActive(admin);
  const source = await copyOfTable();
  await patch(admin, `/affiliates/${id}`, { name: 'Changed' });
  await inviteActive(admin);
  const file = newFile();
  const original = dynamoDb.send.bind(dynamoDb);
  const spy = vi.spyOn(dynamoDb, 'send').mockImplementation((async (...command: unknown[]) => {
    if (JSON.stringify(command).includes('"Delete"')) throw new Error('The disk is full');
    return Reflect.apply(original, undefined, command);
  }) as typeof dynamoDb.send);
  const failed = await restore(brand.id, source, '--apply', 'yes', '--progress', file);
  spy.mockRestore();
  expect([failed.exitCode, existsSync(file)]).toEqual([1, true]);
  await restored(brand.id, source, '--apply', 'yes', '--progress', file);
  expect(existsSync(file)).toBe(false);
  expect(await restored(brand.id, source)).toMatchObject({ changes: 0 });
});

test('a restore leaves the plan, the subscription and the obligation of a second factor as they are now', async () => {
  const { admin, brand } = await createBrand('growth');
  await patch(admin, '/brand', { name: 'Before' });
  const earlier = await copyOfTable();
  await patch(admin, '/brand', { name: 'After' });
  const contract = { plan: 'scale', subscriptionStatus: 'canceled', requestsPerMinute: 900 };
  const access = { requireSecondFactor: true, auditAddresses: 'clear', salt: 'new' };
  await replaceItem({ ...(await getItem(keys.brand(brand.id))), ...contract, ...access });
  await restored(brand.id, earlier, '--apply', 'yes', '--progress', newFile());
  expect(await getItem(keys.brand(brand.id))).toMatchObject({ name: 'Before', ...contract, ...access });
});

test('a restore that would bring back erased personal data is refused', async () => {
  const { admin, brand } = await createBrand('scale');
  const { id } = await inviteActive(admin);
  const source = await copyOfTable();
  expect((await send('DELETE', `/affiliates/${id}/personal-data`, { token: admin })).status).toBeLessThan(
    300,
  );
  const result = await restore(brand.id, source, '--apply', 'yes', '--progress', newFile());
  expect(result.exitCode).toBe(1);
  expect(JSON.parse(result.stderr).message).toContain('would bring back personal data of the erasure');
});

test('a restore is refused while a payout of the brand is being prepared', async () => {
  const acme = await brandWithCreators(1);
  await fillCommissions(acme, 45);
  const source = await copyOfTable();
  useOneStepPerRequest();
  const { id } = await createPayout(acme.admin);
  stopTimer();
  expect((await readPayout(acme.admin, id)).status).toBe('preparing');
  const result = await restore(acme.brand.id, source, '--apply', 'yes', '--progress', newFile());
  expect(JSON.parse(result.stderr).message).toBe(
    `The payout ${id} is preparing: complete it first with payout advance`,
  );
});

test('a payout that was paid after the restored time is named, because its money has left', async () => {
  const acme = await brandWithHistory();
  const source = await copyOfTable();
  const ids = acme.orders.slice(2).map(({ commissionId }) => commissionId);
  await send('POST', '/commissions/approve', { token: acme.admin, body: { ids } });
  const { id } = await createPayout(acme.admin);
  await continueToCompletion();
  await payPayout(acme.admin, id);
  await continueToCompletion();
  const result = await restored(acme.brand.id, source, '--apply', 'yes', '--progress', newFile());
  expect(result.payouts).toEqual([{ id, was: 'paid', becomes: null }]);
  await aggregateNewClicks();
  await rebuildFigures(acme.brand.id, now(), async () => {});
  expect((await operatorJson('brand', 'reconcile', acme.brand.id)).differences).toEqual([]);
});

test('the live table and a table without the brand are refused', async () => {
  const { brand } = await createBrand();
  const live = await restore(brand.id, String(process.env.TABLE_NAME));
  expect(JSON.parse(live.stderr).message).toContain('this is the live table');
  const empty = await restore(brand.id, table);
  expect(JSON.parse(empty.stderr).message).toBe(
    `--from-table: ${table} does not contain ${brand.id}: restore a later time`,
  );
});

test.each([
  ['neither a time nor a table', [], 'brand restore needs either --at <time> or --from-table <name>'],
  ['both', ['--at', '2026-11-21T09:59:00Z', '--from-table', 'other'], 'brand restore needs either'],
  [
    'a time without a time of day',
    ['--at', '2026-11-21'],
    '--at: Must be a time such as 2026-11-21T09:59:00Z',
  ],
  [
    'a time of a local stage',
    ['--at', '2026-11-21T09:59:00Z'],
    'A local stage has no point-in-time recovery',
  ],
])('a restore with %s is refused', async (_, options, message) => {
  const { brand } = await createBrand();
  const { stderr, exitCode } = await operator(['brand', 'restore', brand.id, '--json', ...options]);
  expect([exitCode > 0, JSON.parse(stderr).message]).toEqual([true, expect.stringContaining(message)]);
});
