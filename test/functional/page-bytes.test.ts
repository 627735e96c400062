// Tests that a page of the audit trail ends before it is too large for Lambda, and that its cursor leads to the rest.
import { expect, test } from 'vitest';
import { invite, patch } from '#test/support/creations.ts';
import { followTrail, recordAllEvents } from '#test/support/events.ts';
import { createBrand, send } from '#test/support/service.ts';

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

test('a page of the audit trail ends below 4 MB, and its cursor leads to all other entries', async () => {
  const { text, json } = await send('GET', '/audit?limit=100', { token: admin });
  const { data, meta } = json;
  expect(Buffer.byteLength(text)).toBeLessThan(4_000_000);
  expect(data.length).toBeGreaterThan(10);
  expect(meta.cursor).toBeTypeOf('string');
  const entries = await followTrail(admin, `limit=100&resourceId=${id}`);
  expect(new Set(entries.map((entry) => entry.id)).size).toBe(2 * changes);
});
