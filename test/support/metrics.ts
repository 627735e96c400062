// Reads the metrics of alarms and dashboards, and checks whether they exist.

import { routeKeysOf } from '#lib/foundation/contract/route.ts';
import { countedEvents, metricDimensions, metricsNamespace } from '#lib/foundation/shared/metric-names.ts';
import { indexes } from '#lib/foundation/table/keys/indexes.ts';
import { routes } from '#lib/surface/api/routes.ts';
import type { Json } from '#test/support/json.ts';
import type { Resource, SynthesizedStack } from '#test/support/stack.ts';

export interface NamedMetric {
  readonly namespace: string;
  readonly name: string;
  /** A reference to a resource is written as `${id}`. */
  readonly dimensions: Readonly<Record<string, string>>;
}

const idIn = (value: unknown): string =>
  /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(value))?.[1] ?? '';
const written = (value: unknown): string => (typeof value === 'string' ? value : `\${${idIn(value)}}`);

const metricOf = ({ Namespace, MetricName, Dimensions = [] }: Json): NamedMetric => ({
  namespace: Namespace,
  name: MetricName,
  dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }: Json) => [Name, written(Value)])),
});

/** An alarm uses one metric or an expression of several. */
export const metricsOfAlarm = ({ Properties }: Resource): readonly NamedMetric[] =>
  Properties.Metrics === undefined
    ? [metricOf(Properties)]
    : Properties.Metrics.flatMap(({ MetricStat }: Json) =>
        MetricStat === undefined ? [] : [metricOf(MetricStat.Metric)],
      );

type Named = (id: string) => string;

/** A metric as `Sum of AWS/Lambda Errors (FunctionName=Consumer) in 300 s`. `named` writes the id of a resource. */
function metricText(
  { Namespace, MetricName, Dimensions = [] }: Json,
  stat: string,
  seconds: number,
  named: Named,
) {
  const dimensions = Dimensions.map(({ Name, Value }: Json) => {
    const value = typeof Value === 'string' ? Value : named(idIn(Value));
    return `${Name}=${value}`;
  });
  const suffix = dimensions.length === 0 ? '' : ` (${dimensions.join(', ')})`;
  return `${stat} of ${Namespace} ${MetricName}${suffix} in ${seconds} s`;
}

/** All settings of an alarm that decide when it is raised: the condition, and its metrics. */
export function alarmSettings({ Properties }: Resource, named: Named): readonly string[] {
  const { Threshold, ComparisonOperator, DatapointsToAlarm, EvaluationPeriods, TreatMissingData } =
    Properties;
  const condition = `${ComparisonOperator} ${Threshold}, ${DatapointsToAlarm} of ${EvaluationPeriods}, missing: ${TreatMissingData}`;
  const { Metrics, Statistic, ExtendedStatistic, Period } = Properties;
  if (Metrics === undefined)
    return [condition, metricText(Properties, Statistic ?? ExtendedStatistic, Period, named)];
  return [
    condition,
    ...Metrics.map(({ Id, Expression, MetricStat: its }: Json) =>
      Expression === undefined ? `${Id}: ${metricText(its.Metric, its.Stat, its.Period, named)}` : Expression,
    ),
  ];
}

export interface Widget {
  readonly type: string;
  readonly x: number;
  readonly width: number;
  readonly title: string;
  readonly metrics: readonly (NamedMetric & { readonly label?: string; readonly id?: string })[];
  readonly expressions: readonly string[];
}

/** The widgets of the dashboard, with references as `${id}`. */
export function widgetsOf(stack: SynthesizedStack): readonly Widget[] {
  const { DashboardBody } = stack.only('AWS::CloudWatch::Dashboard').Properties;
  const body: Json = JSON.parse(DashboardBody['Fn::Join'][1].map(written).join(''));
  return body.widgets.map(({ type, x, width, properties: { title = '', metrics = [] } }: Json) => ({
    ...{ type, x, width, title },
    expressions: metrics.flatMap(([first]: Json) => (typeof first === 'string' ? [] : [first.expression])),
    metrics: metrics.filter(([first]: Json) => typeof first === 'string').map(widgetMetric),
  }));
}

function widgetMetric([namespace, name, ...rest]: string[]): Widget['metrics'][number] {
  const options: Json = rest.find((one) => typeof one !== 'string') ?? {};
  const named = rest.filter((one) => typeof one === 'string');
  const dimensions: Record<string, string> = {};
  for (let i = 0; i < named.length; i += 2) dimensions[named[i] ?? ''] = named[i + 1] ?? '';
  return { namespace: namespace ?? '', name: name ?? '', dimensions, label: options.label, id: options.id };
}

const namesOf: Readonly<Record<string, readonly string[]>> = {
  'AWS/ApiGateway': ['4xx', '5xx', 'Count', 'Latency'],
  'AWS/Lambda': ['Errors', 'Invocations', 'Duration', 'Throttles', 'ConcurrentExecutions'],
  'AWS/SQS': [
    'ApproximateNumberOfMessagesVisible',
    'ApproximateNumberOfMessagesDelayed',
    'ApproximateNumberOfMessagesNotVisible',
  ],
  'AWS/Logs': ['IncomingBytes'],
  'AWS/DynamoDB': [
    'ConsumedReadCapacityUnits',
    'ConsumedWriteCapacityUnits',
    'ReadThrottleEvents',
    'WriteThrottleEvents',
    'TransactionConflict',
    'SuccessfulRequestLatency',
  ],
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-Service-Quota-Integration.html
  'AWS/Usage': ['ResourceCount'],
};

/** The dimensions of each namespace, with the values that exist in this stack. */
function dimensionsIn(stack: SynthesizedStack, namespace: string): readonly object[] {
  const each = (type: string, dimension: string) =>
    stack.all(type).map(({ id }) => ({ [dimension]: `\${${id}}` }));
  const api = { ApiId: `\${${stack.only('AWS::ApiGatewayV2::Api').id}}`, Stage: '$default' };
  const table = { TableName: `\${${stack.only('AWS::DynamoDB::GlobalTable').id}}` };
  const routeKeys = routes.flatMap((route) => routeKeysOf(route).map((key) => key.split(' ')));
  const sets: Readonly<Record<string, readonly object[]>> = {
    'AWS/ApiGateway': [api, ...routeKeys.map(([Method, Resource]) => ({ ...api, Method, Resource }))],
    'AWS/Lambda': [
      {},
      ...each('AWS::Lambda::Function', 'FunctionName'),
      // The dashboard names the functions of other stacks.
      ...stack.all('AWS::Lambda::Function').map(({ Properties: { FunctionName } }) => ({ FunctionName })),
    ],
    'AWS/SQS': each('AWS::SQS::Queue', 'QueueName'),
    'AWS/Usage': [{ Service: 'Lambda', Type: 'Resource', Resource: 'ConcurrentExecutions', Class: 'None' }],
    'AWS/Logs': each('AWS::Logs::LogGroup', 'LogGroupName'),
    'AWS/DynamoDB': [
      table,
      ...Object.keys(indexes).map((index) => ({ ...table, GlobalSecondaryIndexName: index })),
      { ...table, Operation: 'TransactWriteItems' },
    ],
  };
  return sets[namespace] ?? [];
}

/** Returns the functions that read the stream, because only they have an iterator age. */
const behindStreams = (stack: SynthesizedStack): readonly object[] =>
  stack
    .all('AWS::Lambda::EventSourceMapping')
    .map(({ Properties }) => ({ FunctionName: written(Properties.FunctionName) }));

/** Only a mapping with detailed metrics counts the records that it reads. */
const countingSources = (stack: SynthesizedStack): readonly object[] =>
  stack
    .all('AWS::Lambda::EventSourceMapping')
    .filter(({ Properties }) => Properties.MetricsConfig?.Metrics.includes('EventCount'))
    .map(({ id }) => ({ EventSourceMappingUUID: `\${${id}}` }));

/** The dimensions of the configuration sets that count this event of e-mails. */
const setsThatPublish = (stack: SynthesizedStack, event: string): readonly object[] =>
  stack
    .all('AWS::SES::ConfigurationSetEventDestination')
    .map(({ Properties: { ConfigurationSetName, EventDestination } }) => ({
      set: stack.behind(ConfigurationSetName).Properties.Name,
      ...EventDestination,
    }))
    .filter(
      ({ MatchingEventTypes, CloudWatchDestination: counts }) => counts && MatchingEventTypes.includes(event),
    )
    .map(({ set, CloudWatchDestination: { DimensionConfigurations } }) =>
      Object.fromEntries(DimensionConfigurations.map(({ DimensionName }: Json) => [DimensionName, set])),
    );

const sorted = (dimensions: object): string => JSON.stringify(Object.entries(dimensions).toSorted());

/** Whether AWS, the service or a metric filter writes this metric. */
export function metricExists(stack: SynthesizedStack, { namespace, name, dimensions }: NamedMetric): boolean {
  const isOneOf = (sets: readonly object[]) => sets.map(sorted).includes(sorted(dimensions));
  const stage = stack.name.replace('creator-affiliate-', '');
  if (namespace === metricsNamespace) {
    return countedEvents.some((event) => event === name) && isOneOf([metricDimensions(stage)]);
  }
  if (namespace === 'AWS/SES')
    return isOneOf(name.startsWith('Reputation.') ? [{}] : setsThatPublish(stack, name.toLowerCase()));
  const filtered = stack
    .all('AWS::Logs::MetricFilter')
    .flatMap(({ Properties }) => Properties.MetricTransformations)
    .some(({ MetricNamespace, MetricName }) => MetricNamespace === namespace && MetricName === name);
  if (filtered) return isOneOf([{}]);
  if (name === 'IteratorAge') return isOneOf(behindStreams(stack));
  if (name === 'PolledEventCount') return isOneOf(countingSources(stack));
  return (namesOf[namespace] ?? []).includes(name) && isOneOf(dimensionsIn(stack, namespace));
}
