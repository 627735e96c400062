// The functions behind the table's stream, each with its event source mapping and a queue for what it cannot do.
import { Duration } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledgements.ts';
import {
  allowSendMessage,
  type BackgroundFunction,
  createDeadLetterQueue,
  failureDestination,
} from './dead-letters.ts';
import { createFunction, type SharedResources } from './service-function.ts';
import { streamFunctions } from './stream-sources.ts';
import { tableStatements } from './table-access.ts';

const timeout = Duration.seconds(60);
/** Each window ends with one more call; what is sent again after a failure may begin with the window. */
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
  if (tableStreamArn === undefined) throw new Error('The table has no stream');
  return tableStreamArn;
};

export class StreamFunctions extends Construct {
  readonly functions: readonly BackgroundFunction[];

  constructor(scope: Construct, id: string, { commons }: { readonly commons: SharedResources }) {
    super(scope, id);
    this.functions = Object.entries(streamFunctions).map(([name, source]) =>
      addStreamFunction(new Construct(this, name), name, source, commons),
    );
  }
}

function addStreamFunction(
  scope: Construct,
  name: string,
  source: Source,
  commons: SharedResources,
): BackgroundFunction {
  const eventSourceArn = streamArnOf(commons.table);
  const deadLetters = createDeadLetterQueue(scope);
  const handler = createFunction(scope, {
    commons,
    file: source.file,
    description: source.description,
    timeout,
    statements: [
      ...tableStatements(commons.table, source.table),
      readStream(eventSourceArn),
      allowSendMessage(deadLetters),
    ],
    environment: { DEAD_LETTERS_QUEUE: deadLetters.queueUrl },
  });
  acknowledge(handler, 'failuresAreKept');
  addEventSource(scope, { source, eventSourceArn, target: handler, deadLetters });
  return { name, handler, deadLetters };
}

interface EventSource {
  readonly source: Source;
  readonly eventSourceArn: string;
  readonly target: LambdaFunction;
  readonly deadLetters: IQueue;
}

const addEventSource = (scope: Construct, { source, eventSourceArn, target, deadLetters }: EventSource) =>
  new EventSourceMapping(scope, 'Source', {
    target,
    eventSourceArn,
    // From the oldest change there is: what is written while the stage is first deployed is not missed.
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: source.batch.size,
    maxBatchingWindow: Duration.seconds(source.batch.seconds),
    filters: source.filters.map((filter) => ({ pattern: JSON.stringify(filter) })),
    // Without limit, of number or of age: what fails is the table's fault, for a change that cannot be handled is set
    // aside by the function. Halving is for a batch that takes more time than there is.
    retryAttempts: -1,
    bisectBatchOnError: true,
    onFailure: failureDestination(deadLetters),
    ...(source.windowed && { tumblingWindow: window }),
  });
