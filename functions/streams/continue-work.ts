import { getBrandClock } from '#lib/access/brands/store/lookup.ts';
import { dispatchEmails } from '#lib/access/email/store/queued.ts';
import { continueRecorded, dispatchErasures } from '#lib/care/privacy/store/advance.ts';
import { consume, type StreamEvent } from '#lib/foundation/streams/consumer.ts';
import { dispatchDecisions } from '#lib/money/decisions/store.ts';
import { fraudChecksOf } from '#lib/money/fraud/store/dispatch.ts';
import { dispatchPayouts } from '#lib/money/payouts/store/continue.ts';
import { dispatchSimulations } from '#lib/money/simulations/store/dispatch.ts';
import { dispatchCreatorMails } from '#lib/outlets/creator-mails/store/dispatch.ts';
import { dispatchExports } from '#lib/outlets/exports/store/advance.ts';
import { dispatchImports } from '#lib/outlets/imports/store/dispatch.ts';
import { wakeEndpoints } from '#lib/outlets/webhooks/store/wakes.ts';
import { dispatchDeletedCampaigns } from '#lib/program/campaigns/store/delete-members.ts';
import { eventsInItem, indexEvents, recordedErasures } from '#lib/record/events/store/index-events.ts';
import { dispatchShopWork } from '#lib/shops/connections/store/dispatch.ts';

const news = [dispatchEmails, dispatchCreatorMails, fraudChecksOf(eventsInItem)];
const money = [dispatchPayouts, dispatchDecisions, dispatchSimulations, dispatchShopWork];
const data = [dispatchExports, dispatchImports, dispatchErasures, dispatchDeletedCampaigns];
/** Lambda retries a failed batch, so all tasks are idempotent. Slow work goes to the queue of its kind. */
export const handler = (event: StreamEvent): Promise<void> =>
  consume('continue-work', event, async (changes) => {
    for (const dispatch of [...news, ...money, ...data, indexEvents, wakeEndpoints]) await dispatch(changes);
    await continueRecorded(recordedErasures(changes), getBrandClock);
  });
