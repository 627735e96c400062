import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { queueRetentionDays } from '#lib/shared/retention.ts';
import { backgroundTimeoutSeconds } from '#lib/shared/time-limit.ts';
import { allowSendMessage, createDeadLetterQueue, type QueueBackgroundFunction } from './dead-letters.ts';
import { type QueueFunction, queueFunctions } from './queue-sources.ts';
import { createFunction, type SharedResources } from './service-function.ts';
import { tableStatements } from './table-access.ts';

const timeout = Duration.seconds(backgroundTimeoutSeconds);

interface QueueFunctionsProps {
  readonly shared: SharedResources;
}

export class QueueFunctions extends Construct {
  readonly functions: Readonly<Record<keyof typeof queueFunctions, QueueBackgroundFunction>>;

  constructor(scope: Construct, id: string, { shared }: QueueFunctionsProps) {
    super(scope, id);
    const { deliverWebhooks, storeClicks } = queueFunctions;
    this.functions = {
      // The function sends itself delayed messages.
      deliverWebhooks: addQueueFunction(new Construct(this, 'deliverWebhooks'), {
        name: 'deliverWebhooks',
        source: deliverWebhooks,
        shared,
        sendsTo: ({ queue }) => ({ queue, variable: 'WEBHOOK_QUEUE' }),
      }),
      // The function sends lines that it can never store to the dead-letter queue.
      storeClicks: addQueueFunction(new Construct(this, 'storeClicks'), {
        name: 'storeClicks',
        source: storeClicks,
        shared,
        sendsTo: ({ deadLetters }) => ({ queue: deadLetters, variable: 'DEAD_LETTERS_QUEUE' }),
      }),
    };
  }
}

const receiveMessages = ({ queueArn }: IQueue): PolicyStatement =>
  new PolicyStatement({
    actions: ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action}`),
    resources: [queueArn],
  });

interface AddedFunction {
  readonly name: string;
  readonly source: QueueFunction;
  readonly shared: SharedResources;
  /** The queue that the function sends messages to, and the variable with its URL. */
  readonly sendsTo: (queues: { readonly queue: IQueue; readonly deadLetters: IQueue }) => {
    readonly queue: IQueue;
    readonly variable: string;
  };
}

function addQueueFunction(
  scope: Construct,
  { name, source, shared, sendsTo }: AddedFunction,
): QueueBackgroundFunction {
  const { file, description, table, maxConcurrency, retry } = source;
  const deadLetters = createDeadLetterQueue(scope, 'deadLettersOfQueue');
  const queue = new Queue(scope, 'Queue', {
    enforceSSL: true,
    encryption: QueueEncryption.SQS_MANAGED,
    retentionPeriod: Duration.days(queueRetentionDays),
    visibilityTimeout: Duration.seconds(retry.seconds),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: retry.deliveries },
  });
  const target = sendsTo({ queue, deadLetters });
  const handler = createFunction(scope, {
    shared,
    file,
    description,
    timeout,
    statements: [
      ...tableStatements(shared.table, table),
      receiveMessages(queue),
      allowSendMessage(target.queue),
    ],
    environment: { [target.variable]: target.queue.queueUrl },
  });
  acknowledge(handler, 'hasFailureDestination');
  const isEnabled = !(source.waitsWhileReadOnly && shared.stage.readOnly === true);
  const eventSource = new EventSourceMapping(scope, 'Source', {
    target: handler,
    eventSourceArn: queue.queueArn,
    // A message that fails or hangs would delay the other messages of its batch.
    batchSize: 1,
    maxConcurrency,
    enabled: isEnabled,
  });
  acknowledge(eventSource, 'failuresStayInQueue');
  return { name, handler, deadLetters, queue, isEnabled };
}
