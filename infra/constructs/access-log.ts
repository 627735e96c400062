import { Aws, Fn, RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { resourceName, type Stage } from '#infra/stage.ts';
import { keyOfLink } from './link-metrics.ts';

/**
 * The fields exclude IP addresses, user agents, paths and query strings, because they can identify a person.
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

/** Matches the 429 responses of the gateway. If the integration status is also 429, the function returned the response. */
const throttled = '$.status = "429" && $.integrationStatus != "429"';

export const throttlePatterns = {
  ofLink: `{ ${throttled} && $.routeKey = "${keyOfLink}" }`,
  ofOthers: `{ ${throttled} && $.routeKey != "${keyOfLink}" }`,
} as const;

export class AccessLog extends Construct {
  readonly logGroup: LogGroup;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    this.logGroup = new LogGroup(this, 'Logs', {
      // For names that begin with /aws/vendedlogs/, the resource policy of the account does not grow towards its size limit.
      // The stack id prevents a name collision with the retained log group of a deleted stage.
      logGroupName: `/aws/vendedlogs/${resourceName(stage)}/access/${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`,
      retention: stage.logRetentionDays,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
