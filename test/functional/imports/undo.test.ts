// Tests the undo of imports: what it takes back, what stays and why, and that each row is undone once.
import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { compareFigures } from '#lib/outlets/figures/store/compare.ts';
import { findImport } from '#lib/outlets/imports/store/imports.ts';
import {
  createApiKey,
  createCampaign,
  createLink,
  invite,
  patch,
  unusedCode,
} from '#test/support/creations.ts';
import { followTrail, recordAllEvents } from '#test/support/events.ts';
import { createImport, rowsOf, runImport, startImport } from '#test/support/imports.ts';
import { isTransaction, pauseAt, runAndKill } from '#test/support/interruptions.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import { read } from '#test/support/orders.ts';
import { detailsPath, sepaDetails } from '#test/support/payment-details.ts';
import { runWorker } from '#test/support/queue-workers.ts';
import { expectReconciled } from '#test/support/reconciled.ts';
import { createBrand, send } from '#test/support/service.ts';
import { continueToCompletion } from '#test/support/stream.ts';

const orders = { type: 'orders' };

const postUndo = (token: string, id: string) => send('POST', `/imports/${id}/undo`, { token, body: {} });

/** Undoes an import, and returns it after the background work. */
async function undo(token: string, id: string): Promise<Json> {
  expect((await postUndo(token, id)).json.data.status).toBe('undoing');
  await continueToCompletion();
  return read(token, `/imports/${id}`);
}

const importOf = async (token: string, lines: readonly string[], body: object = {}, start: object = {}) => {
  const { id } = await createImport(token, lines, body);
  await runImport(token, id, start);
  return id as string;
};

const withoutIds = (rows: readonly Json[]) =>
  rows
    .map(({ email, name, status, trackingCode, externalId, commissionEarned, totalOrders }) =>
      JSON.stringify([email, name, status, trackingCode, externalId, commissionEarned, totalOrders]),
    )
    .toSorted();

test('nothing is added to a creator between the check and the deletion of an undo', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const id = await importOf(token, ['email', 'ada@example.com', 'bob@example.com']);
  // Both creators can have the same millisecond, so the list has them in any order.
  const { items } = await readPage(token, '/affiliates');
  const [ada, bob] = items.toSorted((one, other) => one.email.localeCompare(other.email));
  const { id: campaignId } = await createCampaign(token);
  await createLink(token, bob?.id);
  await postUndo(token, id);
  const paused = pauseAt(1, () => runWorker('exports', { brandId: brand.id, id }), isTransaction);
  expect(await paused.isHeld).toBe(true);
  const affiliateId = ada?.id;
  const added = await Promise.all([
    send('POST', '/links', { token, body: { affiliateId } }),
    send('POST', '/discounts', {
      token,
      body: { affiliateId, code: unusedCode(), type: 'percentage', value: 5 },
    }),
    send('POST', '/disputes', {
      token,
      body: { affiliateId, kind: 'missingOrder', message: 'Where is it?' },
    }),
    send('PUT', `/campaigns/${campaignId}/affiliates/${affiliateId}`, { token }),
    send('PUT', detailsPath(affiliateId), { token, body: sepaDetails }),
  ]);
  expect(added.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
  await paused.release();
  await continueToCompletion();
  expect((await read(token, `/imports/${id}`)).undo).toMatchObject({ undone: 1, kept: 1 });
  for (const path of ['/discounts', '/disputes', `/campaigns/${campaignId}/affiliates`])
    expect((await readPage(token, path)).items).toEqual([]);
  await createLink(token, bob?.id);
  const stored = await getItem(keys.item(brand.id, 'affiliate', bob?.id));
  expect(stored).not.toHaveProperty('isBeingRemoved');
});

test('an undo removes new creators with all they claim, and the same file can be imported again', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const codes = [unusedCode(), unusedCode(), unusedCode()];
  const lines = [
    'email,name,status,code,id,coupon,discount,balance',
    `a@example.com,Ada,active,${codes[0]},a-1,A10,10 %,12.50`,
    `b@example.com,Bob,banned,${codes[1]},b-1,,,-3`,
    `c@example.com,Cy,applied,${codes[2]},c-1,"C1, C2",5 %,`,
  ];
  const id = await importOf(token, lines);
  const before = withoutIds((await readPage(token, '/affiliates')).items);
  expect(await read(token, `/imports/${id}/undo`)).toEqual({ rows: [], next: null });
  expect(await undo(token, id)).toMatchObject({ status: 'undone', undo: { undone: 3, kept: 0 } });
  for (const path of ['/affiliates', '/discounts'])
    expect(await readPage(token, path)).toMatchObject({ items: [], total: 0 });
  expect((await readPage(token, '/affiliates?q=ada')).items).toEqual([]);
  const { items: balances } = await readPage(token, '/commissions');
  expect(balances.map(({ status }) => status)).toEqual(['reversed', 'reversed']);
  await expectReconciled(brand.id);
  expect((await rowsOf(token, id)).map((row) => row.undo)).toEqual(
    [1, 2, 3].map(() => ({ isUndone: true, reason: null })),
  );
  await importOf(token, lines);
  expect(withoutIds((await readPage(token, '/affiliates')).items)).toEqual(before);
  await expectReconciled(brand.id);
});

test('an undo of orders cancels them, and the same orders can be imported again', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const ada = await invite(token, { email: 'ada@example.com' });
  const lines = [
    'order,email,amount,commission,date,customer',
    'o-1,ada@example.com,100,10,2025-03-01,c-1',
    'o-2,ada@example.com,50,5,2025-03-02,c-1',
  ];
  const id = await importOf(token, lines, orders);
  const sums = await read(token, `/affiliates/${ada.id}`);
  await undo(token, id);
  expect(await read(token, `/affiliates/${ada.id}`)).toMatchObject({
    totalOrders: 0,
    totalRevenue: 0,
    commissionEarned: 0,
  });
  const canceled = (await readPage(token, '/conversions')).items;
  expect(
    canceled.map(({ orderId, cancelReason }) => [orderId.slice(0, 11), cancelReason]).toSorted(),
  ).toEqual([
    ['undone:cnv_', 'The import of o-1 was undone'],
    ['undone:cnv_', 'The import of o-2 was undone'],
  ]);
  expect((await send('GET', '/conversions/order/o-1', { token })).status).toBe(404);
  await expectReconciled(brand.id);
  const again = await createImport(token, lines, orders);
  expect((await runImport(token, again.id)).progress).toMatchObject({ created: 2, failed: 0 });
  expect(await read(token, `/affiliates/${ada.id}`)).toMatchObject({
    totalOrders: sums.totalOrders,
    totalRevenue: sums.totalRevenue,
    commissionEarned: sums.commissionEarned,
  });
  await expectReconciled(brand.id);
});

test('rows that something refers to stay with the reason, and another undo repeats them', async () => {
  const { admin: token, brand } = await createBrand('scale');
  await invite(token, { email: 'old@example.com' });
  const names = ['changed', 'orders', 'bonus', 'code', 'member', 'details', 'link', 'free'];
  const lines = [
    'email,name,balance',
    'old@example.com,New,',
    ...names.map((name) => `${name}@example.com,${name},5`),
  ];
  const id = await importOf(token, lines, {}, { onExisting: 'update' });
  const creators = new Map((await readPage(token, '/affiliates')).items.map((one) => [one.name, one]));
  const idOf = (name: string) => creators.get(name)?.id;
  await patch(token, `/affiliates/${idOf('changed')}`, { name: 'Changed' });
  await importOf(token, ['order,email,amount,date', 'o-1,orders@example.com,10,2025-03-01'], orders);
  const bonus = { affiliateId: idOf('bonus'), kind: 'bonus', amount: 1, reason: 'Thanks' };
  const created = async (path: string, body: object) => {
    const answer = await send('POST', path, { token, body });
    expect(answer.status).toBe(201);
    return answer.json.data;
  };
  const { id: commissionId } = await created('/commissions', bonus);
  await created('/discounts', { affiliateId: idOf('code'), code: 'LATER', type: 'percentage', value: 5 });
  const campaign = await created('/campaigns', {
    name: 'Autumn',
    commission: { type: 'percentage', value: 5 },
  });
  const put = async (path: string, body?: object) =>
    expect((await send('PUT', path, { token, ...(body && { body }) })).status).toBeLessThan(300);
  await put(`/campaigns/${campaign.id}/affiliates/${idOf('member')}`);
  await put(detailsPath(idOf('details') ?? ''), sepaDetails);
  await created('/links', { affiliateId: idOf('link') });
  const preview = await read(token, `/imports/${id}/undo`);
  expect(preview.rows.map(({ number }: Json) => number)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  const done = await undo(token, id);
  expect(done.undo).toEqual({ undone: 1, kept: 8 });
  expect(await read(token, `/imports/${id}/undo`)).toEqual(preview);
  const reasons = preview.rows.map(({ reason }: Json) => reason);
  expect(new Set(reasons).size).toBe(8);
  await send('POST', `/commissions/${commissionId}/reject`, { token, body: { reason: 'Mistake' } });
  await expectReconciled(brand.id);
  expect((await undo(token, id)).undo).toEqual({ undone: 1, kept: 8 });
});

test('a fraud rule does not find the mailbox of a creator whom an undo deleted', async () => {
  const { admin: token, brand } = await createBrand('scale');
  await patch(token, '/brand', { fraudRules: { severalAccounts: { action: 'notify' } } });
  const id = await importOf(token, ['email', 'ada@example.com']);
  await undo(token, id);
  const again = await invite(token, { email: 'ada+2@example.com' });
  await recordAllEvents();
  await runWorker('payouts', { brandId: brand.id, id: again.id });
  expect((await readPage(token, '/fraud-findings')).items).toEqual([]);
  const newer = await invite(token, { email: 'ada@example.com' });
  await recordAllEvents();
  await runWorker('payouts', { brandId: brand.id, id: newer.id });
  expect((await readPage(token, '/fraud-findings')).items).toHaveLength(1);
});

test('workers that are killed at each of their calls undo each row once', async () => {
  const { admin: token, brand } = await createBrand('scale');
  await invite(token, { email: 'ada@example.com' });
  const creators = await importOf(token, [
    'email,balance',
    'a@example.com,5',
    'b@example.com,',
    'c@example.com,1',
  ]);
  const past = await importOf(
    token,
    ['order,email,amount,date', 'k-1,ada@example.com,10,2025-03-01', 'k-2,ada@example.com,10,2025-03-01'],
    orders,
  );
  for (const id of [creators, past]) {
    await postUndo(token, id);
    const work = () => runWorker('exports', { brandId: brand.id, id }).catch(() => undefined);
    for (let call = 1; (await findImport(brand.id, id))?.status === 'undoing'; call += 1)
      for (const moment of ['before', 'after'] as const) await runAndKill(work, { call, moment });
  }
  expect((await read(token, `/imports/${creators}`)).undo).toEqual({ undone: 3, kept: 0 });
  expect((await read(token, `/imports/${past}`)).undo).toEqual({ undone: 2, kept: 0 });
  expect((await readPage(token, '/affiliates')).total).toBe(1);
  await expectReconciled(brand.id);
});

test('two messages and two requests at once undo an import once', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const id = await importOf(token, [
    'email',
    ...Array.from({ length: 12 }, (_, index) => `c-${index}@example.com`),
  ]);
  const answers = await Promise.all([postUndo(token, id), postUndo(token, id)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await Promise.all([1, 2].map(() => runWorker('exports', { brandId: brand.id, id })));
  await runWorker('exports', { brandId: brand.id, id });
  expect((await read(token, `/imports/${id}`)).undo).toEqual({ undone: 12, kept: 0 });
  expect((await readPage(token, '/affiliates')).total).toBe(0);
});

test('an import that was not started, is running, or is undone cannot be undone, and an undone one not be started', async () => {
  const { admin: token } = await createBrand('scale');
  const { id } = await createImport(token, ['email', 'a@example.com', 'b@example.com']);
  const refused = async (expected: string) => {
    const { status, json } = await postUndo(token, id);
    expect([status, json.code, json.message]).toEqual([
      409,
      'status_conflict',
      expect.stringContaining(expected),
    ]);
  };
  await refused('not started');
  await startImport(token, id);
  await refused('running');
  await continueToCompletion();
  await undo(token, id);
  await refused('All rows');
  expect((await send('GET', `/imports/${id}/undo`, { token })).json.rows ?? []).toEqual([]);
  const start = await send('POST', `/imports/${id}/start`, { token, body: { onExisting: 'skip' } });
  expect([start.status, start.json.code]).toEqual([409, 'status_conflict']);
  expect((await send('DELETE', `/imports/${id}`, { token })).status).toBe(409);
});

test('what a canceled import has created can be undone', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const lines = Array.from({ length: 30 }, (_, index) => `c-${index}@example.com`);
  const { id } = await createImport(token, ['email', ...lines]);
  await startImport(token, id);
  const paused = pauseAt(2, () => runWorker('exports', { brandId: brand.id, id }), isTransaction);
  expect(await paused.isHeld).toBe(true);
  const { data } = (await send('DELETE', `/imports/${id}`, { token })).json;
  await paused.release();
  expect(data.progress.done).toBeGreaterThan(0);
  expect((await undo(token, id)).undo).toEqual({ undone: data.progress.created, kept: 0 });
});

test('a rehearsal in test mode can be undone on its own clock, within 24 hours after its end', async () => {
  const { admin } = await createBrand('scale');
  const { key } = await createApiKey(admin, { mode: 'test' });
  const [first, late] = [
    await importOf(key, ['email', 'a@example.com']),
    await importOf(key, ['email', 'b@example.com']),
  ];
  expect((await undo(key, first)).undo).toEqual({ undone: 1, kept: 0 });
  const advance = { token: key, body: { advance: 'P1D' } };
  expect((await send('POST', '/test/clock', advance)).status).toBe(200);
  const { status, json } = await postUndo(key, late);
  expect([status, json.message]).toEqual([409, expect.stringContaining('within 24 hours')]);
});

test('an undo records the deletion of each creator, and figures equal those of the ledger', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id } = await createImport(token, ['email,balance', 'a@example.com,5']);
  await startImport(token, id);
  await recordAllEvents();
  const [{ id: affiliateId } = { id: '' }] = (await readPage(token, '/affiliates')).items;
  expect((await postUndo(token, id)).status).toBe(200);
  await recordAllEvents();
  const trail = (await followTrail(token)).filter(({ resourceId }) => [id, affiliateId].includes(resourceId));
  expect(trail.map(({ type }) => type)).toEqual([
    'affiliate.deleted',
    'import.undone',
    'affiliate.activated',
    'import.started',
  ]);
  expect((await send('GET', `/affiliates/${affiliateId}`, { token })).status).toBe(404);
  expect((await compareFigures(brand.id, now(), ['orders'])).differences).toEqual([]);
});

test('the personal data in the events of a deleted creator can be erased', async () => {
  const { admin: token } = await createBrand('scale');
  const { id } = await createImport(token, ['email,name', 'a@example.com,Ada']);
  await startImport(token, id);
  await recordAllEvents();
  const [{ id: affiliateId } = { id: '' }] = (await readPage(token, '/affiliates')).items;
  await postUndo(token, id);
  await recordAllEvents();
  const ofCreator = async () =>
    (await followTrail(token)).filter(({ resourceId }) => resourceId === affiliateId);
  expect(JSON.stringify(await ofCreator())).toContain('a@example.com');
  const erase = () => send('DELETE', `/affiliates/${affiliateId}/personal-data`, { token });
  expect((await erase()).status).toBe(202);
  await recordAllEvents();
  const erased = await ofCreator();
  expect(erased.map(({ type }) => type)).toContain('affiliate.deleted');
  expect(JSON.stringify(erased)).not.toMatch(/a@example\.com|Ada/);
  expect((await erase()).status).toBe(202);
});

test('an API key needs the scopes of the columns for an undo', async () => {
  const { admin: token } = await createBrand('scale');
  const id = await importOf(token, ['email,balance', 'a@example.com,5']);
  const { key } = await createApiKey(token, { scopes: ['creators:write'] });
  expect((await postUndo(key, id)).json).toMatchObject({ code: 'scope_missing' });
});
