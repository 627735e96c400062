import { Duration } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  type Function as LambdaFunction,
  MetricType,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { queueVariables } from '#lib/foundation/shared/queues.ts';
import { backgroundTimeoutSeconds } from '#lib/foundation/shared/time-limit.ts';
import {
  allowSendMessage,
  createDeadLetterQueue,
  failureDestination,
  type QueueBackgroundFunction,
  type StreamBackgroundFunction,
} from './dead-letters.ts';
import { queueFunctions } from './queue-sources.ts';
import { createFunction, type SharedResources } from './service-function.ts';
import type { streamFunctions } from './stream-sources.ts';
import { tableStatements } from './table-access.ts';

const timeout = Duration.seconds(backgroundTimeoutSeconds);
/** The length of a tumbling window. Lambda invokes the function again when a window ends, and a retry may restart the window. */
const window = Duration.minutes(1);

type Source = (typeof streamFunctions)[keyof typeof streamFunctions];

const readStream = (streamArn: string): PolicyStatement =>
  new PolicyStatement({
    actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
      (action) => `dynamodb:${action}`,
    ),
    resources: [streamArn],
  });

const streamArnOf = ({ tableStreamArn }: ITableV2): string => {
  if (tableStreamArn === undefined) throw new Error('The table has no stream ARN');
  return tableStreamArn;
};

interface StreamFunctionProps {
  readonly shared: SharedResources;
  readonly queues: readonly QueueBackgroundFunction[];
}

export function addStreamFunction(
  scope: Construct,
  name: string,
  source: Source,
  { shared, queues }: StreamFunctionProps,
): StreamBackgroundFunction {
  const eventSourceArn = streamArnOf(shared.table);
  const deadLetters = createDeadLetterQueue(scope);
  const targets = queues.filter(({ name: target }) =>
    source.sendsTo.some((queue) => queue === queueFunctions[target].queue),
  );
  const handler = createFunction(scope, {
    shared,
    file: source.file,
    description: source.description,
    timeout,
    reservedConcurrency: shared.stage.reservedConcurrency?.stream,
    statements: [
      ...tableStatements(shared.table, source.table),
      readStream(eventSourceArn),
      allowSendMessage(deadLetters, ...targets.map(({ queue }) => queue)),
    ],
    environment: {
      DEAD_LETTERS_QUEUE: deadLetters.queueUrl,
      ...Object.fromEntries(
        targets.map(({ name: target, queue }) => [
          queueVariables[queueFunctions[target].queue],
          queue.queueUrl,
        ]),
      ),
    },
  });
  acknowledge(handler, 'hasFailureDestination');
  const eventSource = addEventSource(scope, {
    ...{ source, eventSourceArn, deadLetters },
    target: handler,
    hasMetrics: shared.stage.keepsData,
  });
  return { name, handler, deadLetters, eventSource };
}

interface EventSource {
  readonly source: Source;
  readonly eventSourceArn: string;
  readonly target: LambdaFunction;
  readonly deadLetters: IQueue;
  readonly hasMetrics: boolean;
}

const addEventSource = (
  scope: Construct,
  { source, eventSourceArn, target, deadLetters, hasMetrics }: EventSource,
) =>
  new EventSourceMapping(scope, 'Source', {
    target,
    eventSourceArn,
    // Starts at the oldest record, so that writes during the first deployment are not missed.
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: source.batch.size,
    maxBatchingWindow: Duration.seconds(source.batch.seconds),
    filters: source.filters.map((filter) => ({ pattern: JSON.stringify(filter) })),
    // Retry without limit, because the failure is transient: the function itself sends poison records to the dead-letter queue.
    // Bisect a failed batch, because it may be too large to be processed before the timeout.
    retryAttempts: -1,
    bisectBatchOnError: true,
    onFailure: failureDestination(deadLetters),
    ...(source.windowed && { tumblingWindow: window }),
    ...(hasMetrics && { metricsConfig: { metrics: [MetricType.EVENT_COUNT] } }),
  });
