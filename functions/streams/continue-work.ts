import { getBrandClock as getClock } from '#lib/brands/store/lookup.ts';
import { deletedCampaigns, deleteMembers } from '#lib/campaigns/store/members.ts';
import { sendQueuedEmails } from '#lib/email/store/queued.ts';
import { eraseEvents } from '#lib/events/store/erase.ts';
import { indexEvents, recordedErasures } from '#lib/events/store/index-events.ts';
import { readEntries } from '#lib/events/store/trail-entries.ts';
import { presenter } from '#lib/exports/present/rows.ts';
import { continueExports } from '#lib/exports/store/advance.ts';
import { expireExports } from '#lib/exports/store/expire.ts';
import { continuePayouts } from '#lib/payouts/store/advance.ts';
import { continueErasures } from '#lib/privacy/store/advance.ts';
import { consume, type StreamEvent } from '#lib/streams/consumer.ts';
import { wakeEndpoints } from '#lib/webhooks/store/wakes.ts';

/** Lambda retries a failed batch, so all tasks are idempotent. */
export const handler = (event: StreamEvent): Promise<void> =>
  consume('continue-work', event, async (changes) => {
    for (const { brandId, id } of deletedCampaigns(changes)) await deleteMembers(brandId, id);
    await continuePayouts(changes, getClock);
    await continueExports(changes, { ...presenter, readEntries, getClock });
    await sendQueuedEmails(changes);
    await indexEvents(changes);
    await wakeEndpoints(changes);
    await continueErasures(changes, recordedErasures(changes), { eraseEvents, expireExports, getClock });
  });
