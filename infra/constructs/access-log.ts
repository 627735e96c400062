// What the gateway writes of each request, into a log group of its own.
import { Aws, Fn, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { resourceName, type Stage } from '../stage.ts';

/**
 * No address, no browser, no path and no query: who someone is, and what they may have put into an address by mistake,
 * stays out. `requestId` is the answer's `x-request-id`. What a request does not have is written as `-`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
export const accessLogFields = {
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  method: '$context.httpMethod',
  routeKey: '$context.routeKey',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  responseLength: '$context.responseLength',
  error: '$context.error.message',
  integrationStatus: '$context.integration.status',
  integrationMilliseconds: '$context.integration.latency',
  integrationError: '$context.integrationErrorMessage',
} as const;

export const accessLogFormat = AccessLogFormat.custom(JSON.stringify(accessLogFields));

/** What the gateway refused by itself: login's own 429 has a function's status beside it. */
export const gatewayThrottlePattern = '{ $.status = "429" && $.integrationStatus != "429" }';

export class AccessLog extends Construct {
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    this.logGroup = new LogGroup(this, 'Logs', {
      // Below /aws/vendedlogs/ the account's one policy for such logs does not grow with each stage, until it is full.
      // The stack's own id at the end: what a destroyed stage has left does not stand in the way of a new one.
      logGroupName: `/aws/vendedlogs/${resourceName(stage)}/access/${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`,
      retention: stage.logRetentionDays,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
