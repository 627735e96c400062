// Proves that a poison record goes to the dead-letter queue and can be redriven as docs/incidents.md describes.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Json } from '#test/support/json.ts';
import type { Deployed } from './deployment.ts';
import type { Tools } from './tools.ts';

const attempts = 30;
const pauseMilliseconds = 1000;

async function receiveDeadLetter({ aws }: Tools, QueueUrl: string): Promise<Json> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { Messages = [] } = await aws('sqs', 'receive_message', { QueueUrl });
    const [message] = Messages;
    if (message !== undefined) {
      await aws('sqs', 'delete_message', { QueueUrl, ReceiptHandle: message.ReceiptHandle });
      return JSON.parse(message.Body);
    }
    await setTimeout(pauseMilliseconds);
  }
  throw new assert.AssertionError({ message: `No message arrived in ${QueueUrl}` });
}

async function queueOf({ aws }: Tools, stack: string): Promise<string> {
  const { QueueUrls } = await aws('sqs', 'list_queues', { QueueNamePrefix: stack });
  const [queue] = QueueUrls.filter((url: string) => url.includes('aggregateClicks'));
  assert.ok(queue, 'aggregateClicks has no dead-letter queue');
  return queue;
}

/** Writes an invalid visit and redrives its dead letter. The record is still invalid, so the queue must receive it again. */
export async function proveDeadLetter(tools: Tools, { stack, tableName }: Deployed): Promise<string> {
  const { aws } = tools;
  const queue = await queueOf(tools, stack);
  const { pk, sk } = keys.visit('brd_none', '2026-01-01', 'NONE');
  const Item = { pk: { S: pk }, sk: { S: sk }, type: { S: 'visit' } };
  await aws('dynamodb', 'put_item', { TableName: tableName, Item });
  const deadLetter = await receiveDeadLetter(tools, queue);
  assert.deepEqual(deadLetter.keys, { pk: Item.pk, sk: Item.sk });
  const FunctionName = `${stack}-streams-aggregate-clicks`;
  const Payload = JSON.stringify(deadLetter.event);
  const { FunctionError } = await aws('lambda', 'invoke', { FunctionName, Payload });
  assert.equal(FunctionError, undefined);
  const second = await receiveDeadLetter(tools, queue);
  assert.deepEqual(second.event, deadLetter.event);
  return deadLetter.failure.split(':')[0];
}
