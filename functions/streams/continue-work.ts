import { getBrandClock } from '#lib/brands/store/lookup.ts';
import { dispatchDeletedCampaigns } from '#lib/campaigns/store/delete-members.ts';
import { dispatchEmails } from '#lib/email/store/queued.ts';
import { indexEvents, recordedErasures } from '#lib/events/store/index-events.ts';
import { dispatchExports } from '#lib/exports/store/advance.ts';
import { dispatchPayouts } from '#lib/payouts/store/continue.ts';
import { continueRecorded, dispatchErasures } from '#lib/privacy/store/advance.ts';
import { consume, type StreamEvent } from '#lib/streams/consumer.ts';
import { wakeEndpoints } from '#lib/webhooks/store/wakes.ts';

/** Lambda retries a failed batch, so all tasks are idempotent. Slow work goes to the queue of its kind. */
export const handler = (event: StreamEvent): Promise<void> =>
  consume('continue-work', event, async (changes) => {
    await dispatchEmails(changes);
    await dispatchPayouts(changes);
    await dispatchExports(changes);
    await dispatchErasures(changes);
    await dispatchDeletedCampaigns(changes);
    await indexEvents(changes);
    await wakeEndpoints(changes);
    await continueRecorded(recordedErasures(changes), getBrandClock);
  });
