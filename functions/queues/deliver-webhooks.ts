import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { listActiveAdmins } from '#lib/access/users/store/users.ts';
import type { QueueEvent } from '#lib/foundation/shared/queues.ts';
import { wakesIn } from '#lib/outlets/webhooks/rules/wake.ts';
import { runWorker } from '#lib/outlets/webhooks/store/worker.ts';
import { presentEvent } from '#lib/record/events/present/response.ts';
import { sequenceBefore } from '#lib/record/events/store/feed.ts';
import { findEvent, readEventsAfter, readHead } from '#lib/record/events/store/segments.ts';

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
