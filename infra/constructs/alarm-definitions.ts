import { Duration } from 'aws-cdk-lib';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Stage } from '#infra/stage.ts';
import { projectionOf } from '#lib/foundation/table/keys/indexes.ts';
import type { AlarmDefinition } from './alarm-shape.ts';
import type { BackgroundFunctions } from './dead-letters.ts';
import { emailAlarms } from './email-sending.ts';
import { latencyOfLink, metricOfLink, metricOfOthers } from './link-metrics.ts';
import type { LogMetrics } from './log-metrics.ts';
import {
  accountFunctionMetric,
  serviceMetric,
  successfulTransactions,
  tableMetrics,
  transactionConflicts,
} from './metrics.ts';
import { failureRate, usedConcurrency } from './rates.ts';
import { logAlarms, queueAlarms, scheduleAlarms, streamAlarms } from './unattended-alarms.ts';

export interface MonitoredResources extends BackgroundFunctions {
  readonly stage: Stage;
  readonly apiStage: HttpStage;
  readonly table: ITableV2;
  readonly logMetrics: LogMetrics;
}

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);

const requestsOf = (apiStage: HttpStage) => apiStage.metricCount({ period: fiveMinutes });

/** Without its metrics, the requests of the link are part of all requests. */
function apiTraffic({ stage, apiStage }: MonitoredResources) {
  if (stage.detailedMetrics !== 'none')
    return {
      errors: metricOfOthers(apiStage, '5xx', fiveMinutes),
      requests: metricOfOthers(apiStage, 'Count', fiveMinutes),
    };
  return { errors: apiStage.metricServerError({ period: fiveMinutes }), requests: requestsOf(apiStage) };
}

function apiAlarms(monitored: MonitoredResources): readonly AlarmDefinition[] {
  const { apiStage, logMetrics } = monitored;
  const { errors, requests } = apiTraffic(monitored);
  return [
    {
      name: 'api-errors',
      isUrgent: true,
      description:
        '1% of the requests, and at least 5, received a 5xx response within 5 minutes. Requests of links do not count if the stage has detailed metrics.',
      metric: failureRate({ failures: errors, requests, atLeast: 5, period: fiveMinutes }),
      threshold: 1,
    },
    {
      // The threshold is longer than a cold start, because p99 is the slowest request when there is little traffic.
      name: 'api-latency',
      description: 'The p99 latency of the API was 2 seconds or more for 15 minutes.',
      metric: apiStage.metricLatency({ statistic: 'p99', period: fiveMinutes }),
      threshold: 2000,
      periods: [3, 3],
    },
    {
      name: 'gateway-throttles',
      description:
        'API Gateway throttled 1% of the requests, and at least 10, within 5 minutes, because they exceeded the rate limit of a route. Requests of links do not count if the stage has detailed metrics.',
      metric: failureRate({
        failures: logMetrics.gatewayThrottles.with({ period: fiveMinutes }),
        requests,
        atLeast: 10,
        period: fiveMinutes,
      }),
      threshold: 1,
    },
  ];
}

/** Visitors wait for the link, so it has alarms of its own. Its metrics exist only with detailed metrics. */
function linkAlarms({ stage, apiStage, logMetrics }: MonitoredResources): readonly AlarmDefinition[] {
  if (stage.detailedMetrics === 'none') return [];
  const requests = metricOfLink(apiStage, 'Count', fiveMinutes);
  return [
    {
      name: 'follow-link-errors',
      isUrgent: true,
      runbook: 'api-errors',
      description: '1% of the requests of links, and at least 5, received a 5xx response within 5 minutes.',
      metric: failureRate({
        failures: metricOfLink(apiStage, '5xx', fiveMinutes),
        requests,
        atLeast: 5,
        period: fiveMinutes,
      }),
      threshold: 1,
    },
    {
      name: 'follow-link-latency',
      runbook: 'api-latency',
      description:
        'The p99 latency of links was 1 second or more for 15 minutes. Visitors wait for this response.',
      metric: latencyOfLink(apiStage, fiveMinutes),
      threshold: 1000,
      periods: [3, 3],
    },
    {
      name: 'follow-link-throttles',
      isUrgent: true,
      runbook: 'gateway-throttles',
      description:
        'API Gateway throttled 0.1% of the requests of links, and at least 10, within 5 minutes. These clicks are lost.',
      metric: failureRate({
        failures: logMetrics.linkThrottles.with({ period: fiveMinutes }),
        requests,
        atLeast: 10,
        period: fiveMinutes,
      }),
      threshold: 0.1,
    },
  ];
}

type Throttled = 'table' | 'index' | 'filter';

/** An alarm has at most 10 metrics, and two for the table and each index. `byTime` contains all orders of a brand, as the table does. */
function throttledBy(name: string): Throttled {
  if (name === 'table' || name === 'byTime') return 'table';
  return projectionOf(name) === 'KEYS_ONLY' ? 'filter' : 'index';
}

/** Counts the throttled reads and writes. */
function throttledCalls(table: ITableV2, kind: Throttled): MathExpression {
  const selected = (metricName: Parameters<typeof tableMetrics>[1]) =>
    Object.entries(tableMetrics(table, metricName)).filter(([name]) => throttledBy(name) === kind);
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

const throttledPlaces = {
  table: 'the table or its index byTime',
  index: 'an index with whole items',
  filter: 'an index of list filters',
} as const satisfies Record<Throttled, string>;

/** Short throttling raises no alarm. Longer throttling indicates a hot key or a growing table. */
const throttleAlarms = (table: ITableV2): readonly AlarmDefinition[] =>
  (['table', 'index', 'filter'] as const).map((kind) => ({
    name: `${kind}-throttles`,
    isUrgent: true,
    runbook: 'table-throttles',
    description: `DynamoDB throttled ${throttledInMinute} or more reads and writes of ${throttledPlaces[kind]} in 3 of 5 minutes.`,
    metric: throttledCalls(table, kind),
    threshold: throttledInMinute,
    periods: [3, 5],
  }));

function capacityAlarms({ table }: MonitoredResources): readonly AlarmDefinition[] {
  return [
    {
      name: 'function-throttles',
      isUrgent: true,
      runbook: 'function-concurrency',
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
        'Within 5 minutes, at least as many transactions met a conflict as succeeded, and at least 100. Conflicts are repeated, but many of them delay requests.',
      metric: failureRate({
        failures: transactionConflicts(table).with({ period: fiveMinutes }),
        requests: successfulTransactions(table).with({ period: fiveMinutes }),
        atLeast: 100,
        period: fiveMinutes,
      }),
      threshold: 100,
    },
    ...throttleAlarms(table),
  ];
}

const serviceAlarms = ({ stage, apiStage }: MonitoredResources): readonly AlarmDefinition[] => [
  {
    // The login limits (docs/decisions/0057) stop an attack on one account, so 50 failures indicate an attack on many accounts.
    name: 'login-failures',
    description:
      'Half of the logins of 5 minutes, and at least 50, failed. Someone may be trying passwords on many accounts.',
    metric: failureRate({
      failures: serviceMetric(stage, 'LoginFailed', { period: fiveMinutes }),
      requests: new MathExpression({
        expression: 'FILL(failed, 0) + FILL(accepted, 0)',
        usingMetrics: {
          failed: serviceMetric(stage, 'LoginFailed', { period: fiveMinutes }),
          accepted: serviceMetric(stage, 'PasswordAccepted', { period: fiveMinutes }),
        },
        period: fiveMinutes,
      }),
      atLeast: 50,
      period: fiveMinutes,
    }),
    threshold: 50,
  },
  {
    name: 'clicks-not-stored',
    isUrgent: true,
    description:
      'At least 10 clicks, and 0.1% of the requests in 5 minutes, were not stored in time. Visitors were redirected, and the clicks are stored from the log.',
    metric: failureRate({
      failures: serviceMetric(stage, 'ClickNotStored', { period: fiveMinutes }),
      requests: requestsOf(apiStage),
      atLeast: 10,
      period: fiveMinutes,
    }),
    threshold: 0.1,
  },
];

export const alarmDefinitions = (monitored: MonitoredResources): readonly AlarmDefinition[] => [
  ...apiAlarms(monitored),
  ...linkAlarms(monitored),
  ...capacityAlarms(monitored),
  ...serviceAlarms(monitored),
  ...(monitored.stage.email === undefined ? [] : emailAlarms(monitored.stage)),
  ...monitored.streams.flatMap((source) => streamAlarms(source, monitored)),
  ...monitored.schedules.flatMap(scheduleAlarms),
  ...monitored.queues.flatMap(queueAlarms),
  ...monitored.logs.flatMap(logAlarms),
];
