// Tests what the delivery of an event costs: its record, and its part of the lease, the position and the reads of the worker.
import { expect, test } from 'vitest';
import { createWebhook, inviteActive } from '#test/support/creations.ts';
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { createEvent } from '#test/support/recorded-event.ts';
import { createBrand } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';
import { deliverAll, runWorker } from '#test/support/webhook-workers.ts';

/** Returns the read and write units of the worker for each event. */
async function unitsPerDelivery(count: number): Promise<number> {
  const { admin, brand } = await createBrand('scale');
  const receiver = await receiverOfTest();
  await inviteActive(admin);
  await deliverAll();
  const { id: endpointId } = await createWebhook(admin, { url: receiver.url, events: ['settings.*'] });
  await deliverAll();
  for (let made = 0; made < count; made += 1) await createEvent(brand.id);
  const [, { capacity }] = await trafficOf(() => runWorker({ brandId: brand.id, endpointId }));
  expect(receiver.received).toHaveLength(count);
  return capacity / count;
}

test('the delivery of a single event costs at most 16 units, reads included', async () => {
  expect(await unitsPerDelivery(1)).toBeLessThanOrEqual(16);
});

test('the delivery of an event among a hundred, each in a page of its own, costs at most 10 units', async () => {
  expect(await unitsPerDelivery(100)).toBeLessThanOrEqual(10);
});
