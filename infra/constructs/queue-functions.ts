import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { resourceName } from '#infra/stage.ts';
import { queueVariables } from '#lib/foundation/shared/queues.ts';
import { queueRetentionDays } from '#lib/foundation/shared/retention.ts';
import { backgroundTimeoutSeconds } from '#lib/foundation/shared/time-limit.ts';
import { allowSendMessage, createDeadLetterQueue, type QueueBackgroundFunction } from './dead-letters.ts';
import { receiveFeedback } from './email-feedback.ts';
import { allowSendEmail, createConfigurationSet } from './email-sending.ts';
import { writeFiles } from './export-files.ts';
import { readSecret } from './payment-key.ts';
import type { QueueFunction, queueFunctions } from './queue-sources.ts';
import { createFunction, type SharedResources } from './service-function.ts';
import { tableStatements } from './table-access.ts';

const timeout = Duration.seconds(backgroundTimeoutSeconds);

const receiveMessages = ({ queueArn }: IQueue): PolicyStatement =>
  new PolicyStatement({
    actions: ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action}`),
    resources: [queueArn],
  });

interface Queues {
  readonly queue: IQueue;
  readonly deadLetters: IQueue;
}

function createQueues(scope: Construct, { retry }: QueueFunction): Queues {
  const deadLetters = createDeadLetterQueue(scope, 'deadLettersOfQueue');
  const queue = new Queue(scope, 'Queue', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(queueRetentionDays),
    visibilityTimeout: Duration.seconds(retry.seconds),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: retry.deliveries },
  });
  return { queue, deadLetters };
}

/** The queue that the function sends messages to, and the variable with its URL. */
function targetOf({ queue, sendsTo }: QueueFunction, queues: Queues) {
  if (sendsTo === undefined) return undefined;
  return sendsTo === 'queue'
    ? { queue: queues.queue, variable: queueVariables[queue] }
    : { queue: queues.deadLetters, variable: 'DEAD_LETTERS_QUEUE' };
}

export function addQueueFunction(
  scope: Construct,
  name: keyof typeof queueFunctions,
  source: QueueFunction,
  shared: SharedResources,
): QueueBackgroundFunction {
  const { file, description, table, batchSize = 1, maxConcurrency } = source;
  const {
    sendsEmails = false,
    writesFiles = false,
    receivesFeedback = false,
    readsPaymentKey = false,
  } = source;
  const { stage } = shared;
  const email = sendsEmails ? stage.email : undefined;
  const queues = createQueues(scope, source);
  const target = targetOf(source, queues);
  const handler = createFunction(scope, {
    shared,
    file,
    description,
    timeout,
    statements: [
      ...tableStatements(shared.table, table),
      receiveMessages(queues.queue),
      ...(target === undefined ? [] : [allowSendMessage(target.queue)]),
      ...(email === undefined ? [] : [allowSendEmail(scope, stage, email)]),
      ...(writesFiles ? [writeFiles(shared.exportFiles)] : []),
      ...(readsPaymentKey ? [readSecret(shared.paymentKey)] : []),
    ],
    usesFiles: writesFiles,
    continuesItself: source.sendsTo === 'queue',
    environment: {
      ...(target !== undefined && { [target.variable]: target.queue.queueUrl }),
      ...(writesFiles && { EXPORTS_BUCKET: shared.exportFiles.bucketName }),
      ...(readsPaymentKey && { PAYMENT_KEY_SECRET: shared.paymentKey.secretArn }),
      ...(email !== undefined && {
        EMAIL_FROM: email.from,
        // The functions share one set, which the other one creates.
        EMAIL_CONFIGURATION_SET: receivesFeedback
          ? resourceName(stage)
          : createConfigurationSet(scope, stage),
      }),
    },
  });
  if (receivesFeedback && email !== undefined) receiveFeedback(scope, stage, queues);
  acknowledge(handler, 'hasFailureDestination');
  const isEnabled = !(source.waitsWhileReadOnly === true && stage.readOnly === true);
  const eventSource = new EventSourceMapping(scope, 'Source', {
    target: handler,
    eventSourceArn: queues.queue.queueArn,
    batchSize,
    maxConcurrency,
    enabled: isEnabled,
  });
  acknowledge(eventSource, 'failuresStayInQueue');
  return { name, handler, ...queues, isEnabled };
}
