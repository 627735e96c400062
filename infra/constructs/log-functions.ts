import { Duration } from 'aws-cdk-lib';
import { FilterPattern, SubscriptionFilter } from 'aws-cdk-lib/aws-logs';
import { LambdaDestination } from 'aws-cdk-lib/aws-logs-destinations';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { backgroundTimeoutSeconds } from '#lib/foundation/shared/time-limit.ts';
import {
  allowSendMessage,
  type BackgroundFunction,
  createDeadLetterQueue,
  failureDestination,
} from './dead-letters.ts';
import type { logFunctions } from './log-sources.ts';
import { createFunction, type SharedResources } from './service-function.ts';

const timeout = Duration.seconds(backgroundTimeoutSeconds);
/** The longest time that Lambda keeps an event that it cannot process. */
const maxEventAge = Duration.hours(6);

interface LogFunctionProps {
  readonly shared: SharedResources;
  readonly clickQueue: IQueue;
}

/** Creates a function that CloudWatch Logs invokes with lines of the log of all functions. docs/decisions/0120 */
export function addLogFunction(
  scope: Construct,
  name: string,
  { file, description, message }: (typeof logFunctions)[keyof typeof logFunctions],
  { shared, clickQueue }: LogFunctionProps,
): BackgroundFunction {
  const deadLetters = createDeadLetterQueue(scope);
  const handler = createFunction(scope, {
    // CloudWatch Logs may refuse a subscription whose function writes to the same log, because this could be a loop.
    shared: { ...shared, logGroup: shared.subscriberLogGroup },
    file,
    description,
    timeout,
    statements: [allowSendMessage(clickQueue), allowSendMessage(deadLetters)],
    environment: { CLICK_QUEUE: clickQueue.queueUrl },
  });
  acknowledge(handler, 'hasFailureDestination');
  handler.configureAsyncInvoke({
    retryAttempts: 2,
    maxEventAge,
    onFailure: failureDestination(deadLetters),
  });
  new SubscriptionFilter(scope, 'Subscription', {
    logGroup: shared.logGroup,
    destination: new LambdaDestination(handler),
    filterPattern: FilterPattern.stringValue('$.message', '=', message),
  });
  return { name, handler, deadLetters };
}
