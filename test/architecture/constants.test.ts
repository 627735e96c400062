// Tests relations between constants that different files define, and that must agree.
import { describe, expect, test } from 'vitest';
import { queueFunctions } from '#infra/constructs/queue-sources.ts';
import { millisecondsOf, scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import { recordEntry } from '#lib/access/audit-entries/writes.ts';
import { cacheSeconds } from '#lib/access/auth/rules/key-order.ts';
import {
  activationDelaySeconds,
  retirementSeconds,
  rotationSeconds,
} from '#lib/access/auth/rules/signing-keys.ts';
import { tokenLifetimeSeconds } from '#lib/access/auth/schema.ts';
import { maxWriteSeconds } from '#lib/care/reconciliation/store/ledger-reader.ts';
import { requestMilliseconds as bucketMilliseconds } from '#lib/foundation/aws/bucket.ts';
import {
  leaseSeconds as claimSeconds,
  retentionSeconds as keySeconds,
} from '#lib/foundation/idempotency/store.ts';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { queueRetentionDays } from '#lib/foundation/shared/retention.ts';
import {
  backgroundTimeoutSeconds,
  functionTimeoutSeconds,
  tableCall,
  workMilliseconds,
} from '#lib/foundation/shared/time-limit.ts';
import { checkpointLifetimeSeconds } from '#lib/foundation/streams/exactly-once.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { withActor } from '#lib/foundation/table/writes/attribution.ts';
import { settlingSeconds } from '#lib/money/commissions/store/approval-run.ts';
import { requestMilliseconds as approvalMilliseconds } from '#lib/money/commissions/store/approve-due.ts';
import { requestMilliseconds as payoutMilliseconds } from '#lib/money/payouts/store/advance.ts';
import { previewSeconds, searchSeconds } from '#lib/money/payouts/store/preview.ts';
import { itemDays } from '#lib/outlets/exports/rules/export.ts';
import { fileDays } from '#lib/outlets/exports/rules/file-days.ts';
import { urlSeconds } from '#lib/outlets/exports/store/files.ts';
import { longestDelaySeconds } from '#lib/outlets/webhooks/rules/plan.ts';
import { replayDays } from '#lib/outlets/webhooks/store/deliveries.ts';
import { leaseSeconds } from '#lib/outlets/webhooks/store/lease.ts';
import { attemptMilliseconds } from '#lib/outlets/webhooks/store/send.ts';
import { runMilliseconds } from '#lib/outlets/webhooks/store/worker.ts';
import { retentionDays as digestDays } from '#lib/record/events/store/digests.ts';
import { feedDays } from '#lib/record/events/store/feed.ts';
import { maxEventsPerSegment, retentionSeconds as pageSeconds } from '#lib/record/events/store/record.ts';
import { trailDays } from '#lib/record/events/store/trail.ts';
import { verifiedDays } from '#lib/record/events/store/verify.ts';
import { timeoutEarlyInMillis } from '#lib/surface/http/middlewares.ts';

const days = (count: number): number => count * secondsPerDay;
const { deliverWebhooks, storeClicks } = queueFunctions;
const minutesOfRuns = Object.values(scheduledFunctions).map((its) =>
  'timeoutMinutes' in its ? its.timeoutMinutes : 1,
);

/** In seconds: what must end first, and what must last longer. */
const relations: readonly (readonly [string, number, number])[] = [
  // Requests.
  [
    'all attempts of a call of the table end before the function',
    (tableCall.attempts * tableCall.attemptMilliseconds) / 1000,
    functionTimeoutSeconds - timeoutEarlyInMillis / 1000,
  ],
  ['a function ends before the gateway stops waiting for it', functionTimeoutSeconds, 29],
  ['a request approves commissions for less than half of its time', approvalMilliseconds / 1000, 5],
  ['a request works on a payout for less than half of its time', payoutMilliseconds / 1000, 5],
  [
    'a preview of a payout ends before its function, also after one more slow call',
    previewSeconds + tableCall.attemptMilliseconds / 1000,
    functionTimeoutSeconds,
  ],
  [
    'a search for a payable creator and the first steps of its payout end before their function, also after one more slow call',
    searchSeconds + (payoutMilliseconds + tableCall.attemptMilliseconds) / 1000,
    functionTimeoutSeconds,
  ],
  [
    'a claim of an idempotency key outlasts the request by some seconds',
    functionTimeoutSeconds + 4,
    claimSeconds,
  ],
  ['a response is stored for longer than a claim lasts', claimSeconds, keySeconds],
  // Stream and queues.
  [
    'a worker ends before its function, also after a slow last step',
    (workMilliseconds + tableCall.attempts * tableCall.attemptMilliseconds) / 1000,
    backgroundTimeoutSeconds,
  ],
  [
    'a part of an export that began last is sent before the worker ends',
    (workMilliseconds + bucketMilliseconds) / 1000,
    backgroundTimeoutSeconds,
  ],
  [
    'a message is delivered again after the function has ended',
    backgroundTimeoutSeconds,
    Math.min(...Object.values(queueFunctions).map(({ retry }) => retry.seconds)),
  ],
  [
    'a segment of events is smaller than a batch of changes',
    maxEventsPerSegment,
    streamFunctions.aggregateClicks.batch.size,
  ],
  // Webhooks.
  [
    'an attempt of a webhook ends some seconds before the lease',
    attemptMilliseconds / 1000 + 5,
    leaseSeconds,
  ],
  [
    'a worker of webhooks, with its last batch, ends before the function',
    runMilliseconds / 1000 + leaseSeconds,
    backgroundTimeoutSeconds,
  ],
  [
    'a message for a worker is delivered again after the function and its last lease have ended',
    backgroundTimeoutSeconds + leaseSeconds,
    deliverWebhooks.retry.seconds,
  ],
  ['a message is delayed for no longer than SQS allows', longestDelaySeconds, 900 + 1],
  [
    'clicks are stored again only after the function has ended',
    backgroundTimeoutSeconds,
    storeClicks.retry.seconds,
  ],
  [
    'clicks wait for a table that is unavailable for a day',
    days(1) - 1,
    storeClicks.retry.seconds * storeClicks.retry.deliveries,
  ],
  [
    'clicks become dead letters before the queue forgets them',
    storeClicks.retry.seconds * storeClicks.retry.deliveries,
    days(queueRetentionDays),
  ],
  // Schedules.
  [
    'a scheduled run ends before the next run',
    Math.max(...minutesOfRuns) * 60,
    Math.min(...Object.values(scheduledFunctions).map(({ every }) => millisecondsOf(every))) / 1000,
  ],
  [
    'commissions that became due are visible before a run omits them',
    functionTimeoutSeconds * 10,
    settlingSeconds,
  ],
  [
    'a reconciliation reads again what the longest function may still have written',
    Math.max(...minutesOfRuns) * 60,
    maxWriteSeconds,
  ],
  // Signing keys.
  ['all instances know a key before it signs', 2 * cacheSeconds, activationDelaySeconds],
  [
    'a replaced key verifies for longer than its last token is valid',
    tokenLifetimeSeconds,
    retirementSeconds,
  ],
  ['a replaced key is removed before the next replacement', retirementSeconds, rotationSeconds],
  // Events and exports.
  ['the feed shows only events that are stored', days(feedDays), pageSeconds],
  ['events can be replayed only while the feed has them', replayDays, feedDays + 1],
  // DynamoDB deletes expired items within two days.
  ['the audit trail is verified only while no entry may have expired', verifiedDays + 1, trailDays],
  ['a digest outlasts the entries of its day', trailDays + 2, digestDays],
  ['an export is listed for longer than its file exists', fileDays, itemDays],
  ['a link to a file expires before the file', urlSeconds, days(fileDays)],
];

describe('the constants of different files agree', () => {
  test.each(relations)('%s', (_, shorter, longer) => {
    expect(shorter).toBeGreaterThan(0);
    expect(shorter).toBeLessThan(longer);
  });

  test('events are stored for as long as the audit trail shows them', () => {
    expect([pageSeconds, trailDays]).toEqual([days(400), 400]);
  });

  // DynamoDB keeps a change in the stream for 24 hours, and SQS keeps a letter for 14 days.
  test('checkpoints, notes of deletions and entries of the audit trail live as long as a change can be delivered again', () => {
    const now = new Date('2026-11-26T10:00:00.000Z');
    const until = now.getTime() / 1000 + days(1 + 14);
    expect([queueRetentionDays, checkpointLifetimeSeconds]).toEqual([14, days(15)]);
    const entry = recordEntry(
      { brandId: 'brd_01', type: 'session.ended', resourceId: 'usr_01', data: {} },
      now,
    );
    expect(entry).toMatchObject({ item: { expiresAt: until } });
    const deleted = { kind: 'delete', key: keys.item('brd_01', 'campaign', 'cmp_01') } as const;
    const [, note] = withActor([deleted], { id: 'usr_01' }, now);
    expect(note).toMatchObject({ kind: 'put', item: { expiresAt: until } });
  });
});
