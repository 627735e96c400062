// A change that no try can handle: it waits in the queue, and is handed over again as docs/operations.md says.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { keys } from '#lib/table/keys/keys.ts';
import type { Json } from '#test/support/json.ts';
import type { Deployed } from './deployment.ts';
import type { Tools } from './tools.ts';

const attempts = 30;
const pauseMilliseconds = 1000;

async function nextLetter({ aws }: Tools, QueueUrl: string): Promise<Json> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { Messages = [] } = await aws('sqs', 'receive_message', { QueueUrl });
    const [message] = Messages;
    if (message !== undefined) {
      await aws('sqs', 'delete_message', { QueueUrl, ReceiptHandle: message.ReceiptHandle });
      return JSON.parse(message.Body);
    }
    await setTimeout(pauseMilliseconds);
  }
  throw new assert.AssertionError({ message: `There is no letter in ${QueueUrl}` });
}

async function queueOf({ aws }: Tools, stack: string): Promise<string> {
  const { QueueUrls } = await aws('sqs', 'list_queues', { QueueNamePrefix: stack });
  const [queue] = QueueUrls.filter((url: string) => url.includes('aggregateClicks'));
  assert.ok(queue, 'aggregateClicks has no queue');
  return queue;
}

/** An item that says it is a click, and is none; its letter, handed over while nothing was mended, comes again. */
export async function isSetAside(tools: Tools, { stack, tableName }: Deployed): Promise<string> {
  const { aws } = tools;
  const queue = await queueOf(tools, stack);
  const { pk, sk } = keys.visit('brd_none', '2026-01-01', 'NONE');
  const Item = { pk: { S: pk }, sk: { S: sk }, type: { S: 'visit' } };
  await aws('dynamodb', 'put_item', { TableName: tableName, Item });
  const letter = await nextLetter(tools, queue);
  assert.deepEqual(letter.keys, { pk: Item.pk, sk: Item.sk });
  const FunctionName = `${stack}-streams-aggregate-clicks`;
  const Payload = JSON.stringify(letter.event);
  const { FunctionError } = await aws('lambda', 'invoke', { FunctionName, Payload });
  assert.equal(FunctionError, undefined);
  const again = await nextLetter(tools, queue);
  assert.deepEqual(again.event, letter.event);
  return letter.failure.split(':')[0];
}
