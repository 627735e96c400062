import { Duration } from 'aws-cdk-lib';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Stage } from '#infra/stage.ts';
import { routes } from '#lib/api/routes.ts';
import { toKebabCase } from '#lib/shared/text.ts';
import { projectionOf } from '#lib/table/keys/indexes.ts';
import type { AlarmDefinition } from './alarm-shape.ts';
import type {
  BackgroundFunction,
  QueueBackgroundFunction,
  ScheduledBackgroundFunction,
} from './dead-letters.ts';
import type { LogMetrics } from './log-metrics.ts';
import {
  accountFunctionMetric,
  routeMetric,
  serviceMetric,
  tableMetrics,
  transactionConflicts,
} from './metrics.ts';
import { failureRate, usedConcurrency } from './rates.ts';
import { logAlarms, queueAlarms, scheduleAlarms, streamAlarms } from './unattended-alarms.ts';

export interface MonitoredResources {
  readonly stage: Stage;
  readonly apiStage: HttpStage;
  readonly table: ITableV2;
  readonly logMetrics: LogMetrics;
  readonly streams: readonly BackgroundFunction[];
  readonly schedules: readonly ScheduledBackgroundFunction[];
  readonly queues: readonly QueueBackgroundFunction[];
  readonly logs: readonly BackgroundFunction[];
}

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);

const requestsOf = (apiStage: HttpStage) => apiStage.metricCount({ period: fiveMinutes });

function apiAlarms({ stage, apiStage, logMetrics }: MonitoredResources): readonly AlarmDefinition[] {
  const latencyP99 = { statistic: 'p99', period: fiveMinutes };
  // The metric of a route exists only with detailed metrics.
  const highTrafficRoutes = routes.filter(({ throttle }) => throttle === 'high' && stage.detailedMetrics);
  return [
    {
      name: 'api-errors',
      description: '1% of the requests, and at least 5, received a 5xx response within 5 minutes.',
      metric: failureRate({
        failures: apiStage.metricServerError({ period: fiveMinutes }),
        requests: requestsOf(apiStage),
        atLeast: 5,
        period: fiveMinutes,
      }),
      threshold: 1,
    },
    {
      // The threshold is longer than a cold start, because p99 is the slowest request when there is little traffic.
      name: 'api-latency',
      description: 'The p99 latency of the API was 2 seconds or more for 15 minutes.',
      metric: apiStage.metricLatency(latencyP99),
      threshold: 2000,
      periods: [3, 3],
    },
    ...highTrafficRoutes.map((route) => ({
      name: `${toKebabCase(route.name.split('.').at(-1) ?? '')}-latency`,
      description: `The p99 latency of ${route.path} was 1 second or more for 15 minutes. Visitors wait for this response.`,
      metric: routeMetric(apiStage, 'Latency', route, latencyP99),
      threshold: 1000,
      periods: [3, 3] as const,
    })),
    {
      name: 'gateway-throttles',
      description:
        'API Gateway throttled 1% of the requests, and at least 10, within 5 minutes, because they exceeded the rate limit of a route.',
      metric: failureRate({
        failures: logMetrics.gatewayThrottles.with({ period: fiveMinutes }),
        requests: requestsOf(apiStage),
        atLeast: 10,
        period: fiveMinutes,
      }),
      threshold: 1,
    },
  ];
}

/** Counts the throttled reads and writes of the table and its indexes with whole items, or of the indexes of filters. */
function throttledCalls(table: ITableV2, ofFilters: boolean): MathExpression {
  const selected = (metricName: Parameters<typeof tableMetrics>[1]) =>
    Object.entries(tableMetrics(table, metricName)).filter(
      ([name]) => (projectionOf(name) === 'KEYS_ONLY') === ofFilters,
    );
  const usingMetrics = Object.fromEntries([
    ...selected('ReadThrottleEvents').map(([name, metric]) => [`${name}Reads`, metric]),
    ...selected('WriteThrottleEvents').map(([name, metric]) => [`${name}Writes`, metric]),
  ]);
  const expression = Object.keys(usingMetrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ');
  return new MathExpression({ expression, usingMetrics, period: minute });
}

/**
 * A rate is impossible, because an alarm has at most 10 metrics. Retries make up for less, also on a stage with 3,000 requests per
 * second, where this is 0.03%.
 */
const throttledInMinute = 60;

function capacityAlarms({ table, apiStage }: MonitoredResources): readonly AlarmDefinition[] {
  return [
    {
      name: 'function-throttles',
      description:
        'Lambda throttled 0.1% of the invocations, and at least 10, within 5 minutes: the concurrency quota of this account and region is exhausted.',
      metric: failureRate({
        failures: accountFunctionMetric('Throttles', 'Sum').with({ period: fiveMinutes }),
        requests: accountFunctionMetric('Invocations', 'Sum').with({ period: fiveMinutes }),
        atLeast: 10,
        period: fiveMinutes,
      }),
      threshold: 0.1,
    },
    {
      name: 'function-concurrency',
      description:
        'The functions of this account and region used 70% of their concurrency quota in 3 of 5 minutes.',
      metric: usedConcurrency(minute),
      threshold: 70,
      periods: [3, 5],
    },
    {
      name: 'transaction-conflicts',
      description:
        'The conflicting transactions of 5 minutes were 5% of the requests, and at least 100. Conflicts are repeated, but many of them delay requests.',
      metric: failureRate({
        failures: transactionConflicts(table).with({ period: fiveMinutes }),
        requests: requestsOf(apiStage),
        atLeast: 100,
        period: fiveMinutes,
      }),
      threshold: 5,
    },
    {
      // Short throttling raises no alarm. Longer throttling indicates a hot key or a growing table.
      name: 'table-throttles',
      description: `DynamoDB throttled ${throttledInMinute} or more reads and writes of the table or an index in 3 of 5 minutes.`,
      metric: throttledCalls(table, false),
      threshold: throttledInMinute,
      periods: [3, 5],
    },
    {
      // A separate alarm, because an alarm has at most 10 metrics.
      name: 'filter-throttles',
      description: `DynamoDB throttled ${throttledInMinute} or more reads and writes of an index of list filters in 3 of 5 minutes.`,
      metric: throttledCalls(table, true),
      threshold: throttledInMinute,
      periods: [3, 5],
    },
  ];
}

const serviceAlarms = ({ stage, apiStage }: MonitoredResources): readonly AlarmDefinition[] => [
  {
    // The login limits (docs/decisions/0006) stop an attack on one account, so 50 failures indicate an attack on many accounts.
    name: 'login-failures',
    description:
      'Failed logins were 1% of the requests of 5 minutes, and at least 50. Someone may be trying passwords on many accounts.',
    metric: failureRate({
      failures: serviceMetric(stage, 'LoginFailed', { period: fiveMinutes }),
      requests: requestsOf(apiStage),
      atLeast: 50,
      period: fiveMinutes,
    }),
    threshold: 1,
  },
  {
    name: 'clicks-not-stored',
    description:
      'Clicks on links were not stored within the time limit: 0.1% of the requests of 5 minutes. Visitors were redirected, and the clicks are stored from the log.',
    metric: failureRate({
      failures: serviceMetric(stage, 'ClickNotStored', { period: fiveMinutes }),
      requests: requestsOf(apiStage),
      atLeast: 1,
      period: fiveMinutes,
    }),
    threshold: 0.1,
  },
];

export const alarmDefinitions = (monitored: MonitoredResources): readonly AlarmDefinition[] => [
  ...apiAlarms(monitored),
  ...capacityAlarms(monitored),
  ...serviceAlarms(monitored),
  ...monitored.streams.flatMap(streamAlarms),
  ...monitored.schedules.flatMap(scheduleAlarms),
  ...monitored.queues.flatMap(queueAlarms),
  ...monitored.logs.flatMap(logAlarms),
];
