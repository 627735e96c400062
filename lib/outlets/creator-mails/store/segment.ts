// Queues the e-mails that the events of a segment cause.
import type { Brand } from '#lib/access/brands/schema.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { sendToQueue } from '#lib/foundation/streams/work.ts';
import { audienceOf, type Cause, causeOf, kindFor } from '#lib/outlets/creator-mails/rules/causes.ts';
import { causeKey } from '#lib/outlets/creator-mails/rules/mail.ts';
import { isWantedByBrand } from '#lib/outlets/creator-mails/rules/wanted.ts';
import { type RecordedEvent, sequenceIn } from '#lib/record/events/rules/segment.ts';
import { type MailToQueue, queueMail } from './queue-mail.ts';

export interface SegmentReaders {
  readonly getBrand: (brandId: string) => Promise<Brand>;
  readonly readEventsAfter: (brandId: string, sequence: number) => Promise<readonly RecordedEvent[]>;
}

const concurrency = 10;
/** An e-mail names at most so many commissions. */
const maxIds = 5;

interface Caused extends Cause {
  readonly mailKey: string;
}

/** Combines the events for one e-mail. A segment never changes, so its parts are the same when it is delivered again. */
function mailsOf(
  brandId: string,
  sequence: number,
  events: readonly RecordedEvent[],
): readonly MailToQueue[] {
  const causes = events.flatMap((event): readonly Caused[] => {
    const cause = causeOf(event);
    return cause === undefined ? [] : [{ ...cause, mailKey: causeKey(cause, new Date(event.createdAt)) }];
  });
  const groups = Map.groupBy(causes, ({ affiliateId, kind, mailKey }) => [affiliateId, kind, mailKey].join());
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { affiliateId, kind, mailKey: key, about } = first;
    const amount = group.reduce((sum, one) => sum + one.amount, 0);
    const ids = group.flatMap((one) => one.ids).slice(0, maxIds);
    return [{ brandId, affiliateId, kind, key, about, part: [sequence, group.length, amount, ids] }];
  });
}

/** `id` is the first event of the segment that causes an e-mail. */
export async function queueMailsOfSegment(
  { brandId, id }: { readonly brandId: string; readonly id: string },
  { getBrand, readEventsAfter }: SegmentReaders,
): Promise<void> {
  const sequence = sequenceIn(id);
  const events = await readEventsAfter(brandId, sequence - 1);
  if (events.length === 0) return;
  const brand = await getBrand(brandId);
  const mails = mailsOf(brandId, sequence, events).filter(({ kind }) => isWantedByBrand(kind, brand));
  await forEachConcurrently(mails, concurrency, (mail) => queueMail(mail, now()));
  for (const event of events) {
    const audience = audienceOf(event);
    if (audience !== undefined && isWantedByBrand(kindFor(audience), brand))
      await sendToQueue('creatorMails', { brandId, body: { brandId, id: event.id, after: null } });
  }
}
