// All alarms, as data: what each description, and when it is raised. docs/operations.md says what to do, by the same name.
import { Duration } from 'aws-cdk-lib';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { routes } from '#lib/contract/routes.ts';
import { kebab } from '#lib/shared/text.ts';
import type { Stage } from '../stage.ts';
import type { AlarmDefinition } from './alarm-shape.ts';
import type { BackgroundFunction, ScheduledBackgroundFunction } from './dead-letters.ts';
import type { LogMetrics } from './log-metrics.ts';
import { accountFunctionMetric, routeMetric, serviceMetric, tableMetrics } from './metrics.ts';
import { scheduleAlarms, streamAlarms } from './unattended-alarms.ts';

/** What of a stage is watched. */
export interface MonitoredResources {
  readonly stage: Stage;
  readonly apiStage: HttpStage;
  readonly table: ITableV2;
  readonly logMetrics: LogMetrics;
  readonly streams: readonly BackgroundFunction[];
  readonly schedules: readonly ScheduledBackgroundFunction[];
}

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);

/** What a person who waits for an answer notices. */
function apiAlarms({ apiStage, logMetrics }: MonitoredResources): readonly AlarmDefinition[] {
  const latencyP99 = { statistic: 'p99', period: fiveMinutes };
  const highTrafficRoutes = routes.filter(({ throttle }) => throttle === 'wide');
  return [
    {
      name: 'api-errors',
      description: 'Callers got 5xx answers: 5 or more in 5 minutes.',
      metric: apiStage.metricServerError({ period: fiveMinutes }),
      threshold: 5,
    },
    {
      // Where there is little traffic, p99 is the slowest request: one cold start in 5 minutes must not reach it.
      name: 'api-latency',
      description: 'One request in a hundred took 2 seconds or longer, over 15 minutes.',
      metric: apiStage.metricLatency(latencyP99),
      threshold: 2000,
      periods: [3, 3],
    },
    ...highTrafficRoutes.map((route) => ({
      name: `${kebab(route.name.split('.').at(-1) ?? '')}-latency`,
      description: `One request in a hundred to ${route.path} took a second or longer, over 15 minutes: people wait for it.`,
      metric: routeMetric(apiStage, 'Latency', route, latencyP99),
      threshold: 1000,
      periods: [3, 3] as const,
    })),
    {
      name: 'gateway-throttles',
      description:
        'The gateway refused 10 or more requests in 5 minutes, because there were more than a route may have.',
      metric: logMetrics.gatewayThrottles.with({ period: fiveMinutes }),
      threshold: 10,
    },
  ];
}

/** What lies below: concurrency and capacity. */
function capacityAlarms({ table }: MonitoredResources): readonly AlarmDefinition[] {
  const reads = Object.entries(tableMetrics(table, 'ReadThrottleEvents'));
  const writes = Object.entries(tableMetrics(table, 'WriteThrottleEvents'));
  const usingMetrics = Object.fromEntries([
    ...reads.map(([name, metric]) => [`${name}Reads`, metric]),
    ...writes.map(([name, metric]) => [`${name}Writes`, metric]),
  ]);
  const throttleCounts = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
  return [
    {
      name: 'function-throttles',
      description: 'Lambda refused calls: more ran at once in this account and region than its quota allows.',
      metric: accountFunctionMetric('Throttles', 'Sum').with({ period: fiveMinutes }),
      threshold: 1,
    },
    {
      // The SDK tries again and most callers notice nothing; minutes of it are a hot partition or a table that grows.
      name: 'table-throttles',
      description: 'DynamoDB refused reads or writes of the table or an index in 3 of 5 minutes.',
      metric: new MathExpression({ expression: throttleCounts.join(' + '), usingMetrics, period: minute }),
      threshold: 1,
      periods: [3, 5],
    },
  ];
}

/** What the service itself counts. */
const serviceAlarms = ({ stage }: MonitoredResources): readonly AlarmDefinition[] => [
  {
    // An account's own limits (docs/decisions/0006) stop one guesser; so many failures are many accounts at once.
    name: 'login-failures',
    description:
      'Logins failed 50 times or more in 5 minutes: someone may be trying passwords on many accounts.',
    metric: serviceMetric(stage, 'LoginFailed', { period: fiveMinutes }),
    threshold: 50,
  },
  {
    name: 'clicks-not-stored',
    description:
      'Clicks on links were not stored in time: visitors were redirected, the clicks stand in the log, whole.',
    metric: serviceMetric(stage, 'ClickNotStored', { period: fiveMinutes }),
    threshold: 1,
  },
];

export const alarmDefinitions = (watched: MonitoredResources): readonly AlarmDefinition[] => [
  ...apiAlarms(watched),
  ...capacityAlarms(watched),
  ...serviceAlarms(watched),
  ...watched.streams.flatMap(streamAlarms),
  ...watched.schedules.flatMap(scheduleAlarms),
];
