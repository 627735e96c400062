import { getBrand, getBrandClock as getClock } from '#lib/access/brands/store/lookup.ts';
import { createLinkKey } from '#lib/access/email/store/link-key.ts';
import { sendEmail } from '#lib/access/email/store/send-email.ts';
import type { QueueEvent } from '#lib/foundation/shared/queues.ts';
import { mailWorkIn } from '#lib/outlets/creator-mails/rules/work.ts';
import { doMailWork } from '#lib/outlets/creator-mails/store/work.ts';
import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { findEvent, readEventsAfter } from '#lib/record/events/store/segments.ts';

const linkOf = (...creator: Parameters<typeof presentAffiliate>): string =>
  String(presentAffiliate(...creator).link);

const services = { getBrand, getClock, findEvent, readEventsAfter, sendEmail, createLinkKey, linkOf };

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  for (const work of mailWorkIn(event)) await doMailWork(work, services);
}
