// Where what a function could not do waits for a person.
import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledgements.ts';

/** A function that no person waits for, and the queue of what it could not do: what is watched. */
export interface BackgroundFunction {
  readonly name: string;
  readonly handler: IFunction;
  readonly deadLetters: IQueue;
}

/** One that a clock calls. */
export interface ScheduledBackgroundFunction extends BackgroundFunction {
  /** As Scheduler has it: `1 hour`. */
  readonly every: string;
}

export function createDeadLetterQueue(scope: Construct): Queue {
  const queue = new Queue(scope, 'DeadLetters', {
    enforceSSL: true,
    encryption: QueueEncryption.SQS_MANAGED,
    retentionPeriod: Duration.days(14),
  });
  acknowledge(queue, 'deadLetters');
  return queue;
}

export const allowSendMessage = ({ queueArn }: IQueue): PolicyStatement =>
  new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] });

/** The queue as where failures go. Unlike the CDK's own it grants nothing: roles say by themselves what they may. */
export const failureDestination = ({ queueArn }: IQueue) => ({ bind: () => ({ destination: queueArn }) });
