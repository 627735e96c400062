// Queues the e-mails of an event that concerns many creators, page by page.
import { now } from '#lib/foundation/shared/clock.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { timeLimit, workMilliseconds } from '#lib/foundation/shared/time-limit.ts';
import { sendToQueue } from '#lib/foundation/streams/work.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { collectionPartition, memberPartition } from '#lib/foundation/table/keys/keys.ts';
import { excludedLinePartition } from '#lib/foundation/table/keys/money-keys.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { type Audience, audienceOf, kindFor } from '#lib/outlets/creator-mails/rules/causes.ts';
import { causeKey } from '#lib/outlets/creator-mails/rules/mail.ts';
import { type RecordedEvent, sequenceIn } from '#lib/record/events/rules/segment.ts';
import { queueMail } from './queue-mail.ts';

const creatorsPerPage = 100;
const concurrency = 10;

interface AudienceWork {
  readonly brandId: string;
  readonly id: string;
  readonly after: string | null;
}

function partitionOf(brandId: string, audience: Audience): string {
  if ('payoutId' in audience) return excludedLinePartition(brandId, audience.payoutId);
  if ('campaignId' in audience) return memberPartition(brandId, audience.campaignId);
  return collectionPartition(brandId, 'affiliate');
}

/** The status of a member of a campaign is checked when the e-mail is sent. */
function isAddressed({ status, group, reason }: Item, audience: Audience): boolean {
  if ('payoutId' in audience) return reason === 'noPayoutDetails';
  if ('campaignId' in audience) return true;
  return status === 'active' && ('all' in audience || group === audience.group);
}

/** A message for the rest is sent before this one is deleted, so no creator is skipped. */
export async function queueMailsOfAudience(
  { brandId, id, after: first }: AudienceWork,
  findEvent: (brandId: string, id: string) => Promise<RecordedEvent | undefined>,
): Promise<void> {
  const event = await findEvent(brandId, id);
  const audience = event && audienceOf(event);
  if (event === undefined || audience === undefined) return;
  const kind = kindFor(audience);
  const about = 'payoutId' in audience ? audience.payoutId : '';
  const key = causeKey({ kind, key: undefined }, new Date(event.createdAt));
  const isOver = timeLimit(workMilliseconds);
  let after = first;
  for (;;) {
    const page = await readPageAfter({ partition: partitionOf(brandId, audience) }, after, creatorsPerPage);
    const creators = page.items.filter((item) => isAddressed(item, audience)).map(({ sk }) => String(sk));
    await forEachConcurrently(creators, concurrency, (affiliateId) =>
      queueMail({ brandId, affiliateId, kind, key, about, part: [sequenceIn(id), 1, 0, []] }, now()),
    );
    if (page.isLast) return;
    after = page.upTo;
    if (isOver()) return sendToQueue('creatorMails', { brandId, body: { brandId, id, after } });
  }
}
