// Tests what a restore of one brand changes, and when it is refused. brand-restore.test.ts tests the command in full.
import { beforeAll, expect, test } from 'vitest';
import { sumOf, type Tally } from '#lib/care/recovery/rules/tally.ts';
import { requireRestorable } from '#lib/care/recovery/store/checks.ts';
import type { Position, Restore } from '#lib/care/recovery/store/pairs.ts';
import { restoreBrand } from '#lib/care/recovery/store/restore-brand.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { getItem, putItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { inviteActive, patch, unusedCode } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import type { Json } from '#test/support/json.ts';
import { brandWithCreators, createApprovedCommission, createPayout } from '#test/support/payouts.ts';
import { copyOfTable } from '#test/support/restored-table.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let other: TestBrand;
let ada: Json;
let trackingCode: string;
let payoutId: string;
let paidBrandId: string;
let erasedBrandId: string;
let fromTable: string;

beforeAll(async () => {
  [acme, other] = [await createBrand('growth'), await createBrand('scale')];
  trackingCode = unusedCode();
  ada = await inviteActive(acme.admin, { name: 'Ada', trackingCode });
  const paid = await brandWithCreators(1);
  paidBrandId = paid.brand.id;
  await createApprovedCommission(paid, paid.creators[0] ?? '', 500);
  payoutId = (await createPayout(paid.admin)).id;
  const erased = await createBrand('scale');
  erasedBrandId = erased.brand.id;
  const { id } = await inviteActive(erased.admin, { name: 'Eve' });
  await send('DELETE', `/affiliates/${id}/personal-data`, { token: erased.admin });
  await recordAllEvents();
  fromTable = await copyOfTable();
});

async function restore(brandId: string, changes: Partial<Restore> = {}) {
  const tally: Tally = {};
  const seen: Position[] = [];
  const run: Restore = {
    ...{ brandId, fromTable, isDryRun: false, now: now(), tally, payouts: [] },
    position: { phase: 'source', after: undefined },
    onProgress: (position) => seen.push(position),
    ...changes,
  };
  await restoreBrand(run);
  return { tally, phases: seen.map(({ phase }) => phase), payouts: run.payouts };
}

const creator = (id: string) => getItem(keys.item(acme.brand.id, 'affiliate', id));

test('a restore brings items back, deletes later ones, keeps the contract and access, and finds nothing when it is repeated', async () => {
  await patch(acme.admin, `/affiliates/${ada.id}`, { name: 'Changed' });
  const later = await inviteActive(acme.admin, { name: 'Later' });
  const brand = await getItem(keys.brand(acme.brand.id));
  await putItem({ Item: { ...brand, name: 'Renamed', plan: 'scale', salt: 'new' } });
  const codeOf = async (code: string) => (await getItem(keys.trackingCode(code)))?.affiliateId;

  const dryRun = await restore(acme.brand.id, { isDryRun: true });
  expect(dryRun.tally.AFFILIATE).toMatchObject({ changed: 1, deleted: 1 });
  expect((await creator(ada.id))?.name).toBe('Changed');

  const { tally, phases } = await restore(acme.brand.id);
  expect(tally.AFFILIATE).toEqual(dryRun.tally.AFFILIATE);
  expect(phases).toEqual(['live', 'last', 'done']);
  expect([(await creator(ada.id))?.name, await creator(later.id)]).toEqual(['Ada', undefined]);
  expect([await codeOf(trackingCode), await codeOf(later.trackingCode)]).toEqual([ada.id, undefined]);
  expect(await getItem(keys.brand(acme.brand.id))).toMatchObject({
    name: 'Acme',
    plan: 'scale',
    salt: 'new',
  });
  expect((await send('GET', '/affiliates', { token: acme.admin })).status).toBe(200);
  const again = await restore(acme.brand.id);
  const changes = (['put', 'changed', 'deleted', 'stale', 'taken'] as const).map((kind) =>
    sumOf(again.tally, kind),
  );
  expect(changes).toEqual([0, 0, 0, 0, 0]);
});

test('a restore that continues in its second phase only deletes what the restored table does not contain', async () => {
  await patch(acme.admin, `/affiliates/${ada.id}`, { name: 'Changed again' });
  const later = await inviteActive(acme.admin);
  const { tally } = await restore(acme.brand.id, { position: { phase: 'live', after: undefined } });
  expect(tally.AFFILIATE).toMatchObject({ changed: 0, deleted: 1 });
  expect([(await creator(ada.id))?.name, await creator(later.id)]).toEqual(['Changed again', undefined]);
});

test('a restore that continues in its first phase deletes all that the restored table does not contain', async () => {
  const later = await inviteActive(acme.admin);
  // The interrupted scan of the restored table had come to this key.
  const { pk, sk } = keys.item(acme.brand.id, 'affiliate', later.id);
  await restore(acme.brand.id, { position: { phase: 'source', after: { pk, sk } } });
  expect(await creator(later.id)).toBeUndefined();
});

test('a tracking code that another brand has taken stays with it', async () => {
  const target = await getItem(keys.trackingCode(trackingCode));
  await putItem({ Item: { ...target, brandId: other.brand.id } });
  await patch(acme.admin, `/affiliates/${ada.id}`, { name: 'Changed once more' });
  const { tally } = await restore(acme.brand.id);
  expect(tally.TRACKING).toMatchObject({ taken: 1, changed: 0 });
  expect(await getItem(keys.trackingCode(trackingCode))).toMatchObject({ brandId: other.brand.id });
});

test('a restore is refused from the live table, and from a table without the brand', async () => {
  await expect(requireRestorable(acme.brand.id, environment.TABLE_NAME)).rejects.toThrow(
    'this is the live table',
  );
  const unknown = newId('brand', now());
  await expect(requireRestorable(unknown, fromTable)).rejects.toThrow(`does not contain ${unknown}`);
});

test('a restore is refused while a payout prepares, pays, is reopened, updated or canceled, and not afterwards', async () => {
  const key = keys.item(paidBrandId, 'payout', payoutId);
  const payout = await getItem(key);
  const withStatus = async (status: string) => {
    await putItem({ Item: { ...payout, status } });
    return requireRestorable(paidBrandId, fromTable);
  };
  for (const status of ['preparing', 'paying', 'reopening', 'updating', 'canceling'])
    await expect(withStatus(status)).rejects.toThrow(`The payout ${payoutId} is ${status}`);
  for (const status of ['ready', 'paid', 'canceled']) expect(await withStatus(status)).toBeUndefined();
});

test('a restore names the payouts whose status it changes', async () => {
  const payout = await getItem(keys.item(paidBrandId, 'payout', payoutId));
  await putItem({ Item: { ...payout, status: 'paid' } });
  const { payouts } = await restore(paidBrandId, { isDryRun: true });
  expect(payouts).toEqual([{ id: payoutId, was: 'paid', becomes: 'ready' }]);
});

test('a restore is refused if an erasure was complete only after the restored time', async () => {
  expect(await requireRestorable(erasedBrandId, fromTable)).toBeUndefined();
  await send('DELETE', `/affiliates/${ada.id}/personal-data`, { token: acme.admin });
  await recordAllEvents();
  await expect(requireRestorable(acme.brand.id, fromTable)).rejects.toThrow(
    'would bring back personal data of the erasure',
  );
});
