// Calculates what the resources of a stage cost without traffic, and lists how much of the limits of AWS they use.

import { keysOfCanaries } from '#infra/constructs/canary.ts';
import { parseStage, stageOf } from '#infra/stage.ts';
import { countedEvents } from '#lib/foundation/shared/metric-names.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { headroomsOf, roomForEndpoints } from '#test/support/headrooms.ts';
import type { Json } from '#test/support/json.ts';
import { emptyBundles, type Resource, SynthesizedStack, templatesOf } from '#test/support/stack.ts';
import { exampleAccount, withEdge } from '#test/support/stages.ts';
import { type CostRow, hoursPerMonth } from './month.ts';
import { prices } from './prices.ts';

export const prod = stageOf('prod', { ...parseStage('prod'), ...exampleAccount });

/** The resources of all stacks, also of that in us-east-1. */
const resources = Object.values(templatesOf(prod, emptyBundles())).flatMap((template) =>
  Object.values<Omit<Resource, 'id'>>(template.Resources),
);

const all = (type: string) => resources.filter(({ Type }) => Type === type);

const count = (type: string): number => all(type).length;

/** An alarm on an expression is billed for each metric of the expression. */
const alarmMetrics = all('AWS::CloudWatch::Alarm')
  .map(({ Properties: { Metrics } }) =>
    Metrics === undefined ? 1 : Metrics.filter(({ MetricStat }: Json) => MetricStat !== undefined).length,
  )
  .reduce((sum, metrics) => sum + metrics, 0);

/** Lambda polls each queue with five connections, which wait for 20 seconds. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
const pollsPerHour = (5 * 3600) / 20;

const rowOf = (name: string, quantity: number, price: number): CostRow => ({
  name,
  quantity: quantity.toLocaleString('en-US'),
  dollars: quantity * price,
});

export function idleRows(): readonly CostRow[] {
  const queues = all('AWS::Lambda::EventSourceMapping').filter(
    ({ Properties }) => Properties.ScalingConfig !== undefined,
  ).length;
  return [
    rowOf('metrics of alarms', alarmMetrics, prices.alarmMetric),
    rowOf('dashboards', count('AWS::CloudWatch::Dashboard'), prices.dashboard),
    rowOf('KMS keys', count('AWS::KMS::Key'), prices.key),
    rowOf('secrets', count('AWS::SecretsManager::Secret'), prices.secret),
    rowOf('health checks', count('AWS::Route53::HealthCheck'), prices.healthCheck),
    rowOf('metrics of logs', count('AWS::Logs::MetricFilter'), prices.metric),
    rowOf(`polls of ${queues} queues`, queues * pollsPerHour * hoursPerMonth, prices.queueRequest),
  ].filter(({ dollars }) => dollars > 0);
}

/** An HTTP API writes these metrics for each route: Count, Latency, IntegrationLatency, 4xx, 5xx, DataProcessed. */
const metricsPerRoute = 6;
/** Lambda writes these metrics of EventCount for a stream: polled, filtered out, invoked, failed, dropped and delivered to the dead letters. */
const metricsPerEventSource = 6;

const measuredSources = all('AWS::Lambda::EventSourceMapping').filter(
  ({ Properties }) => Properties.MetricsConfig !== undefined,
).length;

export const metricRows = (): readonly CostRow[] => [
  rowOf('metrics of events that the service counts', countedEvents.length, prices.metric),
  rowOf('metrics of the link, orders and logins', keysOfCanaries.length * metricsPerRoute, prices.metric),
  rowOf('metrics of the streams', measuredSources * metricsPerEventSource, prices.metric),
];

const edgeStage = withEdge(prod);

/** What a stage costs in addition with settings that are off. */
export function additionalRows(): readonly CostRow[] {
  const secrets =
    new SynthesizedStack(edgeStage, emptyBundles()).all('AWS::SecretsManager::Secret').length -
    count('AWS::SecretsManager::Secret');
  const edgeStack = templatesOf(edgeStage, emptyBundles())[`creator-affiliate-${prod.name}-edge`];
  const rules = Object.values<Resource>(edgeStack.Resources)
    .filter(({ Type }) => Type === 'AWS::WAFv2::WebACL')
    .reduce((sum, { Properties }) => sum + Properties.Rules.length, 0);
  return [
    rowOf(
      `\`detailedMetrics: 'all'\`: metrics of ${routes.length} routes, if all are used in each hour`,
      routes.length * metricsPerRoute,
      prices.metric,
    ),
    {
      name: `\`edge\`: the web ACL with ${rules} rules, ${secrets} secrets`,
      quantity: '',
      dollars: prices.webAcl + rules * prices.webAclRule + secrets * prices.secret,
    },
    rowOf('`edge`: requests of CloudFront and AWS WAF', 1e6, prices.cloudFrontRequest + prices.wafRequest),
  ];
}

export function headroomLines(): readonly string[] {
  const percent = (part: number) => `${Math.round(part * 100)}%`;
  return [
    '',
    `There is room for ${roomForEndpoints(edgeStage)} more endpoints.`,
    '',
    '| What | Used | Limit of AWS | Share | Allowed share |',
    '|---|---|---|---|---|',
    ...headroomsOf(edgeStage).map(
      ({ what, used, limit, share }) =>
        `| ${[what, used, limit, percent(used / limit), percent(share)].join(' | ')} |`,
    ),
  ];
}
