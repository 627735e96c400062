import { expect, test } from 'vitest';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { invite, unusedCode, unusedEmail } from '#test/support/creations.ts';
import { isTransaction, pauseAt } from '#test/support/interruptions.ts';
import { createBrand, send } from '#test/support/service.ts';

test('20 concurrent invitations of one email create exactly one creator', async () => {
  const { brand, admin } = await createBrand();
  const email = unusedEmail();
  const answers = await runConcurrently(20, (index) =>
    send('POST', '/affiliates/invite', {
      token: admin,
      body: { email: index % 2 === 0 ? email : email.toUpperCase() },
    }),
  );
  expect(countByStatus(answers)).toEqual({ 201: 1, 409: 19 });
  expect(await readCounter(brand.id, 'affiliates')).toEqual({ total: 1, invited: 1, used: 1 });
  const list = await send('GET', '/affiliates', { token: admin });
  expect(list.json.meta).toEqual({ total: 1, cursor: null, totalIsExact: true });
  expect(list.json.data).toEqual([answers.find(({ status }) => status === 201)?.json.data]);
});

test('20 concurrent invitations with one tracking code create exactly one creator across four brands', async () => {
  const brands = await runConcurrently(4, () => createBrand());
  const trackingCode = unusedCode();
  const answers = await runConcurrently(20, (index) =>
    send('POST', '/affiliates/invite', {
      token: brands[index % 4]?.admin,
      body: { email: unusedEmail(), trackingCode },
    }),
  );
  expect(countByStatus(answers)).toEqual({ 201: 1, 409: 19 });
  for (const refused of answers.filter(({ status }) => status === 409)) {
    expect(refused.json.code).toBe('tracking_code_taken');
  }
  const totals = await Promise.all(brands.map(({ brand }) => readCounter(brand.id, 'affiliates')));
  expect(totals.reduce((sum, { total = 0 }) => sum + total, 0)).toBe(1);
});

test('20 concurrent changes of a creator to the same status update the status counters once', async () => {
  const { brand, admin } = await createBrand();
  const { id } = await invite(admin);
  const answers = await runConcurrently(20, () =>
    send('PATCH', `/affiliates/${id}`, { token: admin, body: { status: 'active' } }),
  );
  expect(countByStatus(answers)).toEqual({ 200: 20 });
  expect(await readCounter(brand.id, 'affiliates')).toEqual({ total: 1, invited: 0, active: 1, used: 1 });
});

test('concurrent bans and reactivations leave counters that match the final status', async () => {
  const { brand, admin } = await createBrand();
  const { id } = await invite(admin);
  await runConcurrently(10, (index) =>
    send('PATCH', `/affiliates/${id}`, {
      token: admin,
      body: { status: index % 2 === 0 ? 'banned' : 'active' },
    }),
  );
  const { status } = (await send('GET', `/affiliates/${id}`, { token: admin })).json.data;
  const counts = await readCounter(brand.id, 'affiliates');
  expect(Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))).toEqual({
    total: 1,
    [status]: 1,
    ...(status !== 'banned' && { used: 1 }),
  });
});

test('concurrent updates of different fields of a creator are all stored', async () => {
  const { admin } = await createBrand();
  const { id } = await invite(admin);
  const commissionOverride = { type: 'percentage', value: 7 };
  const answers = await Promise.all(
    [{ name: 'Ada' }, { status: 'active' }, { commissionOverride }].map((body) =>
      send('PATCH', `/affiliates/${id}`, { token: admin, body }),
    ),
  );
  expect(countByStatus(answers)).toEqual({ 200: 3 });
  const { data } = (await send('GET', `/affiliates/${id}`, { token: admin })).json;
  expect(data).toMatchObject({ name: 'Ada', status: 'active', commissionOverride });
});

test('a change of the e-mail address succeeds when a concurrent request makes the same change', async () => {
  const { admin } = await createBrand();
  await invite(admin, { externalId: 'crm-1' });
  const email = unusedEmail();
  const change = () => send('PUT', '/affiliates/by-external-id/crm-1', { token: admin, body: { email } });
  const paused = pauseAt(1, change, isTransaction);
  expect(await paused.isHeld).toBe(true);
  expect((await change()).status).toBe(200);
  const { status, json } = await paused.release();
  expect([status, json.data?.email]).toEqual([200, email]);
});
