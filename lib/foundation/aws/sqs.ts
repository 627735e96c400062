// Sends messages to queues of Amazon SQS: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
import { type AwsService, createJsonClient, type SendRequest } from './json-client.ts';

const sqs: AwsService = { name: 'sqs', endpointVariable: 'SQS', targetPrefix: 'AmazonSQS', version: '1.0' };
const limits = { connectionTimeout: 1000, requestTimeout: 5000 };

export interface Message {
  readonly queue: string;
  readonly body: string;
  /**
   * The tenant of the message. SQS keeps a tenant with many messages from delaying the others (fair queues):
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
   */
  readonly group?: string;
  /** At most 900. */
  readonly delaySeconds?: number;
}

let send: SendRequest<object> | undefined;

export async function sendMessage({ queue, body, group, delaySeconds = 0 }: Message): Promise<void> {
  send ??= createJsonClient(sqs, limits);
  const tenant = group === undefined ? {} : { MessageGroupId: group };
  await send(
    'SendMessage',
    JSON.stringify({ QueueUrl: queue, MessageBody: body, DelaySeconds: delaySeconds, ...tenant }),
  );
}
