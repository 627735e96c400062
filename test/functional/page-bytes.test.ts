// Tests that a page ends before it is too large for Lambda, and that its cursor leads to the rest.
import { expect, test } from 'vitest';
import { invite, patch, unusedCode } from '#test/support/creations.ts';
import { followTrail, recordAllEvents } from '#test/support/events.ts';
import type { Json } from '#test/support/json.ts';
import { createBrand, send } from '#test/support/service.ts';

const maxPageBytes = 4_000_000;

/** The largest metadata, whose quotes JSON doubles. */
const metadata = (name: string) =>
  Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`${name}${key}`, '"'.repeat(500)]));

const { admin } = await createBrand('scale');
const { id } = await invite(admin);
const changes = 45;
for (let change = 0; change < changes; change += 1) {
  await patch(admin, `/affiliates/${id}`, { metadata: null });
  await patch(admin, `/affiliates/${id}`, { metadata: metadata(String(change)) });
}
await recordAllEvents();

const sizeOf = async (path: string): Promise<readonly [bytes: number, page: Json]> => {
  const { text, json } = await send('GET', path, { token: admin });
  return [Buffer.byteLength(text), json];
};

test('a page of the audit trail ends below 4 MB, and its cursor leads to all other entries', async () => {
  const [bytes, { data, meta }] = await sizeOf('/audit?limit=100');
  expect(bytes).toBeLessThan(maxPageBytes);
  expect(data.length).toBeGreaterThan(10);
  expect(meta.cursor).toBeTypeOf('string');
  const entries = await followTrail(admin, `limit=100&resourceId=${id}`);
  expect(new Set(entries.map((entry) => entry.id)).size).toBe(2 * changes);
});

test('a page of commissions with expanded creators ends below 4 MB, and its cursor leads to all others', async () => {
  const { trackingCode } = (await send('GET', `/affiliates/${id}`, { token: admin })).json.data;
  const order = () => ({ orderId: unusedCode(), amount: 10, trackingCode });
  const body = { conversions: Array.from({ length: 100 }, order) };
  expect((await send('POST', '/conversions/bulk', { token: admin, body })).json.meta.created).toBe(100);
  const path = '/commissions?limit=100&expand=affiliate';
  const [bytes, { data, meta }] = await sizeOf(path);
  expect(bytes).toBeLessThan(maxPageBytes);
  const [, rest] = await sizeOf(`${path}&cursor=${meta.cursor}`);
  const ids = [...data, ...rest.data].map((commission: Json) => commission.id);
  expect([new Set(ids).size, rest.meta.cursor]).toEqual([100, null]);
});
