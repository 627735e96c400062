import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { EventSourceMapping, IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { queueRetentionDays } from '#lib/foundation/shared/retention.ts';
import type { queueFunctions } from './queue-sources.ts';

export interface BackgroundFunction {
  readonly name: string;
  readonly handler: IFunction;
  readonly deadLetters: IQueue;
}

export interface StreamBackgroundFunction extends BackgroundFunction {
  readonly eventSource: EventSourceMapping;
}

export interface ScheduledBackgroundFunction extends BackgroundFunction {
  readonly every: string;
  /** A schedule of a read-only stage starts no runs. */
  readonly isEnabled: boolean;
}

export interface QueueBackgroundFunction extends BackgroundFunction {
  readonly name: keyof typeof queueFunctions;
  readonly queue: IQueue;
  /** False if the messages wait because the stage is read-only. */
  readonly isEnabled: boolean;
}

/** All functions that no request invokes. */
export interface BackgroundFunctions {
  readonly streams: readonly StreamBackgroundFunction[];
  readonly schedules: readonly ScheduledBackgroundFunction[];
  readonly queues: readonly QueueBackgroundFunction[];
  readonly logs: readonly BackgroundFunction[];
}

/** Creates a function for each source, in a construct with its name. */
export function createEach<Name extends string, Source, Created>(
  parent: Construct,
  sources: Readonly<Record<Name, Source>>,
  create: (scope: Construct, name: Name, source: Source) => Created,
): Readonly<Record<Name, Created>> {
  const names = Object.keys(sources) as Name[];
  const created = names.map((name) => [name, create(new Construct(parent, name), name, sources[name])]);
  return Object.fromEntries(created);
}

export function createDeadLetterQueue(
  scope: Construct,
  finding: 'deadLetters' | 'deadLettersOfQueue' = 'deadLetters',
): Queue {
  const queue = new Queue(scope, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(queueRetentionDays),
  });
  acknowledge(queue, finding);
  return queue;
}

export const allowSendMessage = (...queues: readonly IQueue[]): PolicyStatement =>
  new PolicyStatement({ actions: ['sqs:SendMessage'], resources: queues.map(({ queueArn }) => queueArn) });

/** Replaces the CDK's `SqsDestination`, whose grant the role would ignore. `allowSendMessage` allows the delivery instead. */
export const failureDestination = ({ queueArn }: IQueue) => ({ bind: () => ({ destination: queueArn }) });
