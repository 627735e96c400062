// The functions behind the table's stream, each with its event source mapping and a queue for what it cannot do.
import { Duration } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  EventSourceMapping,
  type Function as LambdaFunction,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type Commons, createFunction } from './service-function.ts';
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

const streamOf = ({ tableStreamArn }: ITableV2): string => {
  if (tableStreamArn === undefined) throw new Error('The table has no stream');
  return tableStreamArn;
};

export class StreamFunctions extends Construct {
  constructor(scope: Construct, id: string, { commons }: { readonly commons: Commons }) {
    super(scope, id);
    for (const [name, source] of Object.entries(streamFunctions)) {
      this.addSource(new Construct(this, name), source, commons);
    }
  }

  private addSource(scope: Construct, source: Source, commons: Commons): void {
    const eventSourceArn = streamOf(commons.table);
    const deadLetters = new Queue(scope, 'DeadLetters', {
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const target = createFunction(scope, {
      commons,
      file: source.file,
      description: source.description,
      timeout,
      statements: [
        ...tableStatements(commons.table, source.table),
        readStream(eventSourceArn),
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }),
      ],
    });
    connect(scope, { source, eventSourceArn, target, deadLetters });
  }
}

interface Connection {
  readonly source: Source;
  readonly eventSourceArn: string;
  readonly target: LambdaFunction;
  readonly deadLetters: IQueue;
}

const connect = (scope: Construct, { source, eventSourceArn, target, deadLetters }: Connection) =>
  new EventSourceMapping(scope, 'Source', {
    target,
    eventSourceArn,
    // From the oldest change there is: what is written while the stage is first deployed is not missed.
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 100,
    filters: [{ pattern: JSON.stringify(source.filter) }],
    // A change that cannot be processed must not hold up its shard for long: it is found by halving the batch. No limit
    // on age instead, which would pass over changes unread after an outage.
    bisectBatchOnError: true,
    retryAttempts: 20,
    onFailure: { bind: () => ({ destination: deadLetters.queueArn }) },
    ...(source.windowed && { tumblingWindow: window }),
  });
