// Builds metrics for alarms that do not depend on the traffic of the stage.
import type { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';

interface Rate {
  readonly failures: IMetric;
  /** All requests, including the failures. */
  readonly requests: IMetric;
  /** With fewer failures the rate is zero, because a single failure at night is not an incident. */
  readonly atLeast: number;
  readonly period: Duration;
}

/** The percentage of requests that failed. Both metrics may have no data. */
export const failureRate = ({ failures, requests, atLeast, period }: Rate): MathExpression =>
  new MathExpression({
    expression: `IF(FILL(failures, 0) >= ${atLeast}, 100 * FILL(failures, 0) / FILL(requests, 1), 0)`,
    usingMetrics: { failures, requests },
    period,
  });

/**
 * Zero if there is no data. CloudWatch looks at older periods before it calls data missing, so an alarm without this is raised some periods
 * later.
 */
export const orZero = (metric: IMetric, period: Duration): MathExpression =>
  new MathExpression({ expression: 'FILL(metric, 0)', usingMetrics: { metric }, period });

interface Progress {
  /** The work that waits. Without data, there is no result. */
  readonly work: IMetric;
  readonly atLeast: number;
  /** The work that the function has read. */
  readonly taken: IMetric;
  readonly period: Duration;
}

/** 1 if there was work and none was taken, such as while the event source of a function is disabled. */
export const isStopped = ({ work, atLeast, taken, period }: Progress): MathExpression =>
  new MathExpression({
    expression: `IF(work >= ${atLeast} AND FILL(taken, 0) < 1, 1, 0)`,
    usingMetrics: { work, taken },
    period,
  });

/** The percentage of the account's quota of concurrent executions that is used. CloudWatch knows the quota. */
export const usedConcurrency = (period: Duration): MathExpression =>
  new MathExpression({
    expression: '100 * used / SERVICE_QUOTA(used)',
    usingMetrics: {
      used: new Metric({
        namespace: 'AWS/Usage',
        metricName: 'ResourceCount',
        dimensionsMap: {
          Service: 'Lambda',
          Type: 'Resource',
          Resource: 'ConcurrentExecutions',
          Class: 'None',
        },
        statistic: 'Maximum',
      }),
    },
    period,
  });
