import { getBrand } from '#lib/brands/store/lookup.ts';
import { presentEvent } from '#lib/events/present/response.ts';
import { sequenceBefore } from '#lib/events/store/feed.ts';
import { findEvent, readEventsAfter, readHead } from '#lib/events/store/segments.ts';
import type { QueueEvent } from '#lib/shared/queues.ts';
import { listActiveAdmins } from '#lib/users/store/users.ts';
import { wakesIn } from '#lib/webhooks/rules/wake.ts';
import { runWorker } from '#lib/webhooks/store/worker.ts';

const feed = { readHead, readEventsAfter, findEvent, sequenceBefore, present: presentEvent };

async function readAdmins(brandId: string) {
  const brand = await getBrand(brandId);
  const admins = await listActiveAdmins(brand.testOf ?? brand.id);
  return { brand, emails: admins.map(({ email }) => email) };
}

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  await Promise.all(wakesIn(event).map((wake) => runWorker(wake, { feed, readAdmins })));
}
