import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { allowSendMessage, createDeadLetterQueue, type QueueBackgroundFunction } from './dead-letters.ts';
import { type QueueFunction, queueFunctions } from './queue-sources.ts';
import { createFunction, type SharedResources } from './service-function.ts';
import { tableStatements } from './table-access.ts';

const timeout = Duration.seconds(60);
/** Longer than a run, so that a message is delivered again only after the lease of a killed worker has ended. */
const visibilityTimeout = Duration.seconds(90);
const maxReceiveCount = 5;

interface QueueFunctionsProps {
  readonly shared: SharedResources;
}

export class QueueFunctions extends Construct {
  readonly functions: Readonly<Record<keyof typeof queueFunctions, QueueBackgroundFunction>>;

  constructor(scope: Construct, id: string, { shared }: QueueFunctionsProps) {
    super(scope, id);
    const { deliverWebhooks } = queueFunctions;
    const construct = new Construct(this, 'deliverWebhooks');
    this.functions = {
      deliverWebhooks: addQueueFunction(construct, 'deliverWebhooks', deliverWebhooks, shared),
    };
  }
}

const receiveMessages = ({ queueArn }: IQueue): PolicyStatement =>
  new PolicyStatement({
    actions: ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action}`),
    resources: [queueArn],
  });

function addQueueFunction(
  scope: Construct,
  name: string,
  { file, description, table, maxConcurrency }: QueueFunction,
  shared: SharedResources,
): QueueBackgroundFunction {
  const deadLetters = createDeadLetterQueue(scope, 'deadLettersOfQueue');
  const queue = new Queue(scope, 'Queue', {
    enforceSSL: true,
    encryption: QueueEncryption.SQS_MANAGED,
    retentionPeriod: Duration.days(14),
    visibilityTimeout,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount },
  });
  const handler = createFunction(scope, {
    shared,
    file,
    description,
    timeout,
    statements: [
      ...tableStatements(shared.table, table),
      receiveMessages(queue),
      // The function sends itself delayed messages.
      allowSendMessage(queue),
    ],
    environment: { WEBHOOK_QUEUE: queue.queueUrl },
  });
  acknowledge(handler, 'hasFailureDestination');
  const source = new EventSourceMapping(scope, 'Source', {
    target: handler,
    eventSourceArn: queue.queueArn,
    // An endpoint that hangs would delay the other messages of its batch.
    batchSize: 1,
    maxConcurrency,
  });
  acknowledge(source, 'failuresStayInQueue');
  return { name, handler, deadLetters, queue };
}
