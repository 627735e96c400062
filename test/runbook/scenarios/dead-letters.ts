// Dead letters of the functions behind the stream and the queues.
import { setTimeout } from 'node:timers/promises';
import { factOf, type Rehearsal, type Scenario } from '../rehearsal.ts';
import { messageMoves } from './missing-in-emulator.ts';

interface Unreadable {
  readonly queueName: string;
  readonly item: Readonly<Record<string, string>>;
}

/** Writes an item that a stream function cannot read, and waits for its dead letter. */
async function writeUnreadable(rehearsal: Rehearsal, { queueName, item }: Unreadable): Promise<void> {
  const { aws } = rehearsal.tools;
  const Item = Object.fromEntries(Object.entries(item).map(([name, S]) => [name, { S }]));
  await aws('dynamodb', 'put_item', { TableName: factOf(rehearsal, 'table'), Item });
  const { QueueUrls } = await aws('sqs', 'list_queues', { QueueNamePrefix: rehearsal.stack });
  const QueueUrl = QueueUrls.find((url: string) => url.includes(queueName));
  const AttributeNames = ['ApproximateNumberOfMessages'];
  for (let attempt = 1; attempt <= 60; attempt += 1) {
    const { Attributes } = await aws('sqs', 'get_queue_attributes', { QueueUrl, AttributeNames });
    if (Number(Attributes.ApproximateNumberOfMessages) > 0) return;
    await setTimeout(1000);
  }
  throw new Error(`No message arrived in ${QueueUrl}`);
}

const keyOfPayout = (rehearsal: Rehearsal) => ({
  pk: `${factOf(rehearsal, 'brand')}#PAYOUT`,
  sk: 'pay_01JD0000000000000000000000',
});

async function removeUnreadablePayout(rehearsal: Rehearsal): Promise<void> {
  const { pk, sk } = keyOfPayout(rehearsal);
  const Key = { pk: { S: pk }, sk: { S: sk } };
  await rehearsal.tools.aws('dynamodb', 'delete_item', { TableName: factOf(rehearsal, 'table'), Key });
}

async function disableEventSource({ tools, stack }: Rehearsal): Promise<void> {
  const FunctionName = `${stack}-streams-aggregate-clicks`;
  const { EventSourceMappings } = await tools.aws('lambda', 'list_event_source_mappings', { FunctionName });
  const [{ UUID }] = EventSourceMappings;
  await tools.aws('lambda', 'update_event_source_mapping', { UUID, Enabled: false });
}

const replay = [
  { block: 'Dead letters, step 4', shows: [/"StatusCode": 200/] },
  { block: 'Dead letters, step 5', shows: [] },
];

export const deadLetters: Scenario = {
  title: 'Dead letters',
  steps: [
    {
      does: 'a click becomes a dead letter',
      work: (rehearsal) => {
        const item = { pk: 'brd_none#VISIT#2026-01-01#0', sk: 'NONE', type: 'visit' };
        return writeUnreadable(rehearsal, { queueName: 'aggregateClicks', item });
      },
    },
    { block: 'Dead letters, step 1', shows: [] },
    { block: 'Dead letters, step 2', shows: [/"sequenceNumber"/, /"failure"/] },
    ...replay,
    {
      does: 'a payout becomes a dead letter',
      work: (rehearsal) => {
        const item = { ...keyOfPayout(rehearsal), type: 'payout', status: 'preparing' };
        return writeUnreadable(rehearsal, { queueName: 'continueWork', item });
      },
    },
    { block: 'Dead letters, step 1, block 2', shows: [] },
    { block: 'continue-work-dead-letters, step 1', shows: [/payout\tbrd_\w+#PAYOUT\tpay_/] },
    { does: 'the unreadable payout is removed', work: removeUnreadablePayout },
    ...replay,
    { block: 'continue-work-dead-letters, step 4', shows: [/"ApproximateNumberOfMessages": "\d+"/] },
    { block: 'queue-backlog, step 1', shows: [/"ApproximateNumberOfMessagesDelayed": "\d+"/] },
    ...['deliverWebhooks', 'storeClicks'].flatMap((name) => [
      { block: 'queue-dead-letters, step 1', replace: { deliverWebhooks: name }, shows: [] },
      {
        block: 'queue-dead-letters, step 3',
        shows: [],
        fails: { 'aws sqs start-message-move-task': messageMoves },
      },
    ]),
    { does: 'somebody disables the event source of a function', work: disableEventSource },
    { block: 'stream-stopped, step 1', shows: [/\tDisabl/], saves: { uuid: /^(\S+)\tDisabl/m } },
    { block: 'stream-stopped, step 2', shows: [/^"Enabl/m] },
    { block: 'stream-stopped, step 3', shows: [/✅ +creator-affiliate-prod/] },
    { block: 'stream-stopped, step 4', shows: [/All erasures are complete/] },
  ],
};
