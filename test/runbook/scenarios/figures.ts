// Logs, statistics, reports, payouts and the audit of a brand.
import { setTimeout } from 'node:timers/promises';
import { clickNotStored } from '#lib/tracking/rules/log-messages.ts';
import { newClick } from '#lib/tracking/rules/visit.ts';
import { visitorById } from '#lib/tracking/rules/visitors.ts';
import { clientOfBrand } from '../brand.ts';
import { factOf, type Scenario, type World } from '../scenario.ts';

const dayMilliseconds = 86_400_000;

/** The line that the function of the link writes when the table does not accept a click. */
async function lineOfClick(world: World, at: Date): Promise<string> {
  const { get } = await clientOfBrand(world);
  const { data } = await get('/affiliates?limit=1');
  const [{ id: affiliateId, trackingCode }] = data;
  const brandId = factOf(world, 'brand');
  const click = newClick(
    {
      ...{ brandId, affiliateId, trackingCode, campaignId: null, filtered: null },
      ...{ device: 'mobile' as const, country: null, referrerHost: null },
    },
    visitorById(brandId, trackingCode, 'visitor'),
    at,
  );
  return JSON.stringify({ level: 'ERROR', message: clickNotStored, click, failure: 'rehearsal' });
}

async function failARequest(world: World): Promise<void> {
  const response = await fetch(`${factOf(world, 'apiUrl')}/affiliates`);
  world.facts.set('request', response.headers.get('x-request-id') ?? '');
  // A line reaches the log some time after the response.
  await setTimeout(3000);
}

export const logs: Scenario = {
  title: 'Logs',
  steps: [
    { does: 'a request fails', work: failARequest },
    {
      block: '6 Finding a request in the logs, step 1',
      replace: { 'REQUEST_ID=…': 'REQUEST_ID=<request>' },
      // The gateway of the emulator writes no log.
      shows: [/"code":"token_missing"/],
    },
    { block: '6 Finding a request in the logs, step 2', shows: [] },
    { block: 'gateway-throttles, step 1', shows: [] },
    {
      block: 'gateway-throttles, step 2',
      replace: { '<id of an API>': 'api' },
      shows: [/creator-affiliate-prod/],
      fails: { 'aws service-quotas': 'The emulator has no Service Quotas' },
    },
    { block: 'gateway-throttles, step 5', shows: [/\d+ brd_\w+ conversions\.create/] },
    {
      block: 'gateway-throttles, step 7',
      replace: { '<email>': '<admin>' },
      shows: [/ops@acme\.test +admin/],
      saves: { password: /^ *password +(\S+)/m },
    },
  ],
};

export const statistics: Scenario = {
  title: 'Statistics of clicks',
  steps: [
    {
      does: 'the table does not accept a click of the month before the last',
      work: async (world) => {
        const at = new Date(Date.now() - 62 * dayMilliseconds);
        world.facts.set('month', at.toISOString().slice(0, 7));
        const line = await lineOfClick(world, at);
        const logGroupName = factOf(world, 'logGroup');
        await world.tools.aws('logs', 'create_log_stream', { logGroupName, logStreamName: 'rehearsal' });
        const logEvents = [{ timestamp: Date.now(), message: line }];
        await world.tools.aws('logs', 'put_log_events', {
          logGroupName,
          logStreamName: 'rehearsal',
          logEvents,
        });
      },
    },
    { block: 'clicks-not-stored, step 1', shows: [/"ApproximateNumberOfMessages": "\d+"/] },
    { block: 'clicks-not-stored, step 2', shows: [/^ *1$/m] },
    { block: 'clicks-not-stored, step 3', shows: [/Stored [01] clicks/] },
    {
      block: '15 Rebuilding click statistics, step 1',
      replace: { '2026-11': '<month>' },
      shows: [/differences/i],
    },
    {
      block: '15 Rebuilding click statistics, step 3',
      replace: { '2026-11': '<month>' },
      shows: [/Repaired \d+ rollups/],
    },
    { block: 'Reports, step 1', shows: [/Corrected 0 rollups/, /still moving +0/] },
    { block: 'Filters of lists, step 1', shows: [/Added the keys of 0 items/] },
    { block: 'Exports, step 1', shows: [] },
  ],
};

export const money: Scenario = {
  title: 'Approvals, payouts and the audit',
  steps: [
    { block: 'approve-commissions-overdue, step 1', shows: [/"ENABLED"/, /rate\(1 hour\)/] },
    { block: 'approve-commissions-overdue, step 2', shows: [/"StatusCode": 200/] },
    { block: 'approve-commissions-dead-letters, step 2', shows: [] },
    { block: '16 Automatic approval, step 1', shows: [/"message":"commissions approved"/] },
    { block: '17 Payouts that do not proceed, step 1', shows: [/pay_\w+ +ready/] },
    { block: '17 Payouts that do not proceed, step 2', shows: [/No unfinished payouts|ready/] },
    { block: '18 Brand audit, step 1', shows: [/0 differences/] },
    { block: '18 Brand audit, step 2', shows: [/No differences/] },
    { block: 'digest-audit-overdue, step 1', shows: [/"ENABLED"/, /rate\(1 hour\)/] },
    { block: 'digest-audit-overdue, step 2', shows: [/"StatusCode": 200/] },
    { block: 'digest-audit-errors, step 2', shows: [] },
    { block: 'digest-audit-errors, step 3', shows: [/the audit trail is unchanged/] },
    { block: 'digest-audit-dead-letters, step 2', shows: [] },
    { block: 'rotate-signing-keys-overdue, step 1', shows: [/"ENABLED"/, /rate\(1 day\)/] },
    { block: 'rotate-signing-keys-overdue, step 2', shows: [/"StatusCode": 200/] },
    { block: 'rotate-signing-keys-dead-letters, step 2', shows: [] },
  ],
};

/** Writes an item of the given keys that the stream functions cannot read, and waits until they have given up. */
async function writeUnreadable(world: World, queueName: string, item: Record<string, string>): Promise<void> {
  const Item = Object.fromEntries(Object.entries(item).map(([name, S]) => [name, { S }]));
  await world.tools.aws('dynamodb', 'put_item', { TableName: factOf(world, 'table'), Item });
  const { QueueUrls } = await world.tools.aws('sqs', 'list_queues', { QueueNamePrefix: world.stack });
  const QueueUrl = QueueUrls.find((url: string) => url.includes(queueName));
  const AttributeNames = ['ApproximateNumberOfMessages'];
  for (let attempt = 1; attempt <= 60; attempt += 1) {
    const { Attributes } = await world.tools.aws('sqs', 'get_queue_attributes', { QueueUrl, AttributeNames });
    if (Number(Attributes.ApproximateNumberOfMessages) > 0) return;
    await setTimeout(1000);
  }
  throw new Error(`No message arrived in ${QueueUrl}`);
}

export const deadLetters: Scenario = {
  title: 'Dead letters',
  steps: [
    {
      does: 'a click becomes a dead letter',
      work: (world) =>
        writeUnreadable(world, 'aggregateClicks', {
          pk: 'brd_none#VISIT#2026-01-01#0',
          sk: 'NONE',
          type: 'visit',
        }),
    },
    { block: '14 Dead letters, step 1', shows: [] },
    { block: '14 Dead letters, step 2', shows: [/"sequenceNumber"/, /"failure"/] },
    { block: '14 Dead letters, step 4', shows: [/"StatusCode": 200/] },
    { block: '14 Dead letters, step 5', shows: [] },
    {
      does: 'a payout becomes a dead letter',
      work: (world) =>
        writeUnreadable(world, 'continueWork', {
          pk: `${factOf(world, 'brand')}#PAYOUT`,
          sk: 'pay_01JD0000000000000000000000',
          type: 'payout',
          status: 'preparing',
        }),
    },
    { block: '14 Dead letters, step 1, block 2', shows: [] },
    { block: 'continue-work-dead-letters, step 1', shows: [/payout\tbrd_\w+#PAYOUT\tpay_/] },
    { block: 'continue-work-dead-letters, step 4', shows: [/"ApproximateNumberOfMessages": "\d+"/] },
    {
      does: 'the unreadable payout is removed',
      work: async (world) => {
        const Key = {
          pk: { S: `${factOf(world, 'brand')}#PAYOUT` },
          sk: { S: 'pay_01JD0000000000000000000000' },
        };
        await world.tools.aws('dynamodb', 'delete_item', { TableName: factOf(world, 'table'), Key });
      },
    },
    { block: 'deliver-webhooks-backlog, step 1', shows: [/ApproximateNumberOfMessagesDelayed/] },
    {
      block: 'deliver-webhooks-dead-letters, step 2',
      shows: [],
      fails: { 'aws sqs start-message-move-task': 'The emulator does not know this operation' },
    },
    { block: 'store-clicks-backlog, step 2', shows: [/"Enabled"/] },
    { block: 'store-clicks-dead-letters, step 1', shows: [] },
    {
      block: 'store-clicks-dead-letters, step 3',
      shows: [],
      fails: { 'aws sqs start-message-move-task': 'The emulator does not know this operation' },
    },
    { block: 'collect-clicks-dead-letters, step 3', shows: [] },
  ],
};
