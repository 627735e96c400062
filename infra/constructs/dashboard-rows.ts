import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { GraphWidget, type IMetric, type IWidget, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { resourceName, type Stage } from '#infra/stage.ts';
import { pathsOf } from '#lib/foundation/contract/other-path.ts';
import { methodsOf } from '#lib/foundation/contract/route.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { type BilledResources, costs, costsNotIncluded } from './costs.ts';
import type { BackgroundFunctions } from './dead-letters.ts';
import type { LogMetrics } from './log-metrics.ts';
import {
  type ApiMetric,
  accountFunctionMetric,
  routeMetric,
  serviceMetric,
  tableMetrics,
} from './metrics.ts';

export interface DashboardSources extends BilledResources, BackgroundFunctions {
  readonly stage: Stage;
  readonly functionNames: readonly string[];
  readonly logMetrics: LogMetrics;
}

const graph = (width: number, title: string, left: readonly IMetric[], right: readonly IMetric[] = []) =>
  new GraphWidget({ title, width, height: 7, left: [...left], right: [...right], liveData: true });

const stacked = (width: number, title: string, left: readonly IMetric[]) =>
  new GraphWidget({ title, width, height: 7, left: [...left], stacked: true });

function requestGraphs({ apiStage, logMetrics }: DashboardSources) {
  return [
    graph(8, 'Requests', [
      apiStage.metricCount({ label: 'all' }),
      apiStage.metricClientError({ label: '4xx' }),
    ]),
    graph(8, 'Errors', [
      apiStage.metricServerError({ label: '5xx' }),
      logMetrics.gatewayThrottles.with({ label: '429 by the gateway' }),
      logMetrics.linkThrottles.with({ label: '429 by the gateway, links' }),
    ]),
    graph(
      8,
      'Latency (ms)',
      ['p50', 'p90', 'p99'].map((statistic) => apiStage.metricLatency({ statistic, label: statistic })),
    ),
  ];
}

const routeMetrics = (apiStage: HttpStage, metricName: ApiMetric, statistic: string): readonly IMetric[] =>
  routes.flatMap((route) =>
    pathsOf(route).flatMap((path) =>
      methodsOf(route).map((method) =>
        routeMetric(apiStage, metricName, { path, method }, { statistic, label: `${method} ${path}` }),
      ),
    ),
  );

function routeGraphs({ stage, apiStage }: DashboardSources) {
  if (stage.detailedMetrics !== 'all') return [];
  return [
    stacked(12, 'Requests by route', routeMetrics(apiStage, 'Count', 'SampleCount')),
    stacked(12, 'Errors (5xx) by route', routeMetrics(apiStage, '5xx', 'Sum')),
    graph(12, 'Latency by route, p50 (ms)', routeMetrics(apiStage, 'Latency', 'p50')),
    graph(12, 'Latency by route, p99 (ms)', routeMetrics(apiStage, 'Latency', 'p99')),
  ];
}

function clickGraphs({ stage, streams, schedules, queues, logs }: DashboardSources) {
  const usingMetrics = {
    stored: serviceMetric(stage, 'ClickStored'),
    counting: serviceMetric(stage, 'ClickCounted'),
  };
  const notCounted = new MathExpression({
    label: 'not counted (filtered or repeated)',
    expression: 'stored - FILL(counting, 0)',
    usingMetrics,
  });
  return [
    graph(
      8,
      'Clicks',
      [
        usingMetrics.stored.with({ label: 'stored' }),
        usingMetrics.counting.with({ label: 'counted' }),
        notCounted,
      ],
      [serviceMetric(stage, 'ClickNotStored', { label: 'not stored in time' })],
    ),
    graph(8, 'Failed logins', [
      serviceMetric(stage, 'LoginFailed', { label: 'failed' }),
      serviceMetric(stage, 'PasswordAccepted', { label: 'right passwords' }),
    ]),
    graph(
      8,
      'Background functions: failures, dead letters; iterator age in ms (right)',
      [...streams, ...schedules, ...queues, ...logs].flatMap(({ name, handler, deadLetters }) => [
        handler.metricErrors({ label: `${name} failures` }),
        deadLetters.metricApproximateNumberOfMessagesVisible({ label: `${name} dead letters` }),
      ]),
      streams.map(({ name, handler }) =>
        handler.metric('IteratorAge', { statistic: 'Maximum', label: `${name} iterator age` }),
      ),
    ),
  ];
}

const queueGraphs = ({ queues }: DashboardSources) =>
  queues.map(({ name, queue, handler }) =>
    graph(
      24,
      `Queue of ${name}: waiting, delayed and running messages; duration of a run in ms (right)`,
      [
        queue.metricApproximateNumberOfMessagesVisible({ label: 'waiting' }),
        queue.metricApproximateNumberOfMessagesDelayed({ label: 'delayed' }),
        queue.metricApproximateNumberOfMessagesNotVisible({ label: 'running' }),
      ],
      ['p50', 'p99'].map((statistic) => handler.metricDuration({ statistic, label: statistic })),
    ),
  );

function resourceGraphs({ stage, table, functionNames, logMetrics }: DashboardSources) {
  const units = (metricName: Parameters<typeof tableMetrics>[1]) =>
    Object.entries(tableMetrics(table, metricName)).map(([label, metric]) => metric.with({ label }));
  return [
    stacked(8, 'Consumed write capacity units', units('ConsumedWriteCapacityUnits')),
    stacked(8, 'Consumed read capacity units', units('ConsumedReadCapacityUnits')),
    graph(
      8,
      'Table throttles: writes; reads (right)',
      units('WriteThrottleEvents'),
      units('ReadThrottleEvents'),
    ),
    graph(
      8,
      'Lambda concurrency of the account; throttles (right)',
      [accountFunctionMetric('ConcurrentExecutions', 'Maximum')],
      [accountFunctionMetric('Throttles', 'Sum')],
    ),
    graph(8, 'Cold starts', [logMetrics.coldStarts.with({ label: 'cold starts' })]),
    graph(
      8,
      'Duration by function, p99 (ms)',
      functionNames.map(
        (FunctionName) =>
          new Metric({
            namespace: 'AWS/Lambda',
            metricName: 'Duration',
            dimensionsMap: { FunctionName },
            statistic: 'p99',
            label: FunctionName.slice(resourceName(stage).length + 1),
          }),
      ),
    ),
  ];
}

function costGraphs(sources: DashboardSources) {
  const { requests: api, calls, gigabyteSeconds, writes, reads, logs } = costs(sources, false);
  return [
    graph(
      12,
      'Billed usage per hour; log bytes (right)',
      [api, calls, gigabyteSeconds, writes, reads],
      [logs],
    ),
    stacked(12, `US dollars per hour. ${costsNotIncluded}`, Object.values(costs(sources, true))),
  ];
}

export const rows: readonly ((sources: DashboardSources) => readonly IWidget[])[] = [
  requestGraphs,
  routeGraphs,
  clickGraphs,
  queueGraphs,
  resourceGraphs,
  costGraphs,
];
