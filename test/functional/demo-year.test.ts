import { beforeAll, expect, test } from 'vitest';
import { adminOf, demoPassword } from '#infra/local/demo/accounts.ts';
import { newRandom } from '#infra/local/demo/random.ts';
import { completeDemoData } from '#infra/local/demo/seed.ts';
import { seasonalTimes } from '#infra/local/demo/year/season.ts';
import { writeYear } from '#infra/local/demo/year/year.ts';
import { createFeeder, loadConsumers } from '#infra/local/streams.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { dayOf } from '#lib/foundation/shared/dates.ts';
import { putItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { compareFigures } from '#lib/outlets/figures/store/compare.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import type { Json } from '#test/support/json.ts';
import { send } from '#test/support/service.ts';

const now = new Date();
let brandId = '';
let token = '';

const read = async (path: string): Promise<Json> => (await send('GET', path, { token })).json;
const totalOf = async (path: string): Promise<number> => (await read(path)).meta.total;

beforeAll(async () => {
  await writeYear(now);
  const feeder = await createFeeder({ consumers: await loadConsumers() });
  await feeder.drain();
  expect(deadLetters()).toEqual([]);
  const body = { email: adminOf('year'), password: demoPassword };
  const { accessToken, user } = (await send('POST', '/auth/brand/login', { body })).json.data;
  [brandId, token] = [user.brandId, accessToken];
}, 120_000);

test('the demo year has figures and totals that its clicks and its ledger explain', async () => {
  const { items, differences } = await compareFigures(brandId, now);
  expect(differences).toEqual([]);
  expect(items).toBeGreaterThan(2000);
  expect((await reconcileBrand(brandId)).differences).toEqual([]);
});

test('the demo year has 40 creators, four campaigns and commissions in each status', async () => {
  expect([await totalOf('/affiliates'), await totalOf('/campaigns')]).toEqual([40, 4]);
  for (const status of ['pending', 'approved', 'paid', 'rejected', 'reversed'])
    expect(await totalOf(`/commissions?status=${status}`)).toBeGreaterThan(0);
  expect(await totalOf('/conversions')).toBeGreaterThan(200);
  expect(await totalOf('/disputes')).toBe(4);
  expect(await totalOf('/disputes?status=open')).toBe(2);
});

test('the demo year has a connection with a shop whose applied messages belong to its orders', async () => {
  const [{ id, lastMessageAt }] = (await read('/connections')).data;
  expect(lastMessageAt).not.toBeNull();
  const { data } = await read(`/connections/${id}/messages?limit=100`);
  const states: readonly string[] = data.map(({ state }: Json) => state);
  expect(new Set(states)).toEqual(new Set(['done', 'ignored', 'failed']));
  const applied = data.find(({ state }: Json) => state === 'done');
  expect((await read(`/conversions/by-order-id/${encodeURIComponent(applied.orderId)}`)).data).toBeDefined();
});

test('the demo year has several paid payouts, and the newest payout is ready', async () => {
  const { data } = await read('/payouts?limit=100');
  const statuses: readonly string[] = data.map(({ status }: Json) => status);
  expect(statuses[0]).toBe('ready');
  expect(new Set(statuses.slice(1))).toEqual(new Set(['paid']));
  expect(statuses.length).toBeGreaterThan(6);
});

test('the newest payout of the demo year can be paid with files of SEPA and PayPal, and few creators have no details', async () => {
  const [{ id }] = (await read('/payouts?limit=1')).data;
  const { files } = (await read(`/payouts/${id}/files`)).data;
  const of = (format: string): Json => files.find((file: Json) => file.format === format);
  expect([of('sepa').unavailable, of('paypal').unavailable, of('general').unavailable]).toEqual(
    Array(3).fill(null),
  );
  expect(of('sepa').linesCount).toBeGreaterThan(of('paypal').linesCount);
  expect(of('general').missingCount).toBeLessThanOrEqual(2);
});

test('the times of a year are the same for a seed, and most frequent on Black Friday', () => {
  const timesOf = (seed: number) =>
    seasonalTimes({ now: new Date('2026-12-31T12:00:00Z'), days: 365, perDay: 10 }, newRandom(seed));
  expect(timesOf(1)).toEqual(timesOf(1));
  const perDay = Map.groupBy(timesOf(1), dayOf);
  const [[busiest, times = []] = []] = [...perDay].sort(([, one], [, other]) => other.length - one.length);
  expect(busiest).toBe('2026-11-27');
  expect(times.length).toBeGreaterThan(2 * (perDay.get('2026-11-20')?.length ?? 0));
});

test('a later start reports a demo year that an interruption left incomplete, and writes nothing', async () => {
  await putItem({ Item: { ...keys.demoData(), state: 'written', year: 'writing' } });
  const feeder = { caughtUp: () => Promise.reject(new Error('Nothing was written')) };
  expect(await completeDemoData(false, feeder)).toContain(
    'is incomplete, because its first start was interrupted',
  );
  await putItem({ Item: { ...keys.demoData(), state: 'written', year: 'written' } });
  expect(await completeDemoData(false, feeder)).toBeUndefined();
});
