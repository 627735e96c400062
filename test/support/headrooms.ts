// Compares what a stage uses with the limits of AWS.
import { maxHeadersOfPolicy } from '#infra/constructs/forwarded-headers.ts';
import { apiGroups } from '#infra/stacks/api-groups.ts';
import { resourceName, type Stage } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
import { widgetsOf } from '#test/support/metrics.ts';
import { emptyBundles, type Resource, SynthesizedStack, templatesOf } from '#test/support/stack.ts';

export interface Headroom {
  readonly what: string;
  readonly used: number;
  readonly limit: number;
  /** The share of the limit that a stage may use. */
  readonly share: number;
}

/** A new group of endpoints is due long before CloudFormation refuses its stack. */
export const maxResources = 300;

const share = 0.9;

/** A stage name has at most 13 characters. */
const longestName = resourceName({ name: 's'.repeat(13) });

const largest = (values: readonly number[]): number => Math.max(0, ...values);
const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value));

/** The largest number of items in a list of a property. */
const longest = (resources: readonly Resource[], listOf: (properties: Json) => readonly Json[] | undefined) =>
  largest(resources.map(({ Properties }) => listOf(Properties)?.length ?? 0));

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const ofStacks = (stage: Stage): readonly Headroom[] =>
  Object.entries(templatesOf(stage, emptyBundles())).flatMap(([name, template]) => [
    {
      what: `resources of ${name}`,
      used: Object.keys(template.Resources).length,
      limit: 500,
      share: maxResources / 500,
    },
    { what: `outputs of ${name}`, used: Object.keys(template.Outputs ?? {}).length, limit: 200, share },
    { what: `bytes of the template of ${name}`, used: bytesOf(template), limit: 1_048_576, share },
  ]);

/** AWS does not raise this limit. An endpoint has one integration. */
const maxIntegrations = 300;

const integrationsOf = (stack: SynthesizedStack): number =>
  stack.all('AWS::ApiGatewayV2::Integration').length;

/** The pages with the limits: quotas of Lambda, DynamoDB, CloudFront, IAM, API Gateway, CloudWatch and EventBridge Scheduler. */
function ofResources(stage: Stage): readonly Headroom[] {
  const stack = new SynthesizedStack(stage, emptyBundles());
  const sources = stack.all('AWS::Lambda::EventSourceMapping');
  const headersIn = (type: string, config: string) =>
    longest(stack.all(type), (its) => {
      const { ParametersInCacheKeyAndForwardedToOrigin: key = its[config] } = its[config];
      return key.HeadersConfig.Headers;
    });
  const names = ['AWS::Lambda::Function', 'AWS::Scheduler::Schedule']
    .flatMap((type) => stack.all(type))
    .map(({ Properties }) => String(Properties.FunctionName ?? Properties.Name));
  const graphs = widgetsOf(stack).map(({ metrics }) => metrics.length);
  const policies = stack.all('AWS::IAM::Role').map(({ Properties }) => bytesOf(Properties.Policies ?? []));
  const managed = stack
    .all('AWS::IAM::ManagedPolicy')
    .map(({ Properties }) => bytesOf(Properties.PolicyDocument));
  const subscriptions = Map.groupBy(stack.all('AWS::Logs::SubscriptionFilter'), ({ Properties }) =>
    JSON.stringify(Properties.LogGroupName),
  );
  return [
    {
      what: 'event filters of an event source',
      used: longest(sources, (its) => its.FilterCriteria?.Filters),
      limit: 5,
      share,
    },
    {
      // A third reader would be throttled, so the limit is used on purpose.
      what: 'readers of a shard of the stream',
      used: sources.filter(({ Properties }) => Properties.StartingPosition !== undefined).length,
      limit: 2,
      share: 1,
    },
    {
      what: 'headers of the cache policy',
      used: headersIn('AWS::CloudFront::CachePolicy', 'CachePolicyConfig'),
      limit: maxHeadersOfPolicy,
      share,
    },
    {
      what: 'headers of the origin request policy',
      used: headersIn('AWS::CloudFront::OriginRequestPolicy', 'OriginRequestPolicyConfig'),
      limit: maxHeadersOfPolicy,
      share,
    },
    {
      what: 'characters of the name of a function or schedule, for the longest stage name',
      used: largest(names.map((name) => name.length - stack.name.length + longestName.length)),
      limit: 64,
      share,
    },
    {
      what: 'bytes of the variables of a function',
      used: largest(
        stack
          .all('AWS::Lambda::Function')
          .map(({ Properties }) => bytesOf(Properties.Environment?.Variables ?? {})),
      ),
      limit: 4096,
      share,
    },
    {
      what: 'indexes of the table',
      used: longest([stack.only('AWS::DynamoDB::GlobalTable')], (its) => its.GlobalSecondaryIndexes),
      limit: 20,
      share,
    },
    {
      what: 'metrics of an alarm',
      used: longest(stack.all('AWS::CloudWatch::Alarm'), ({ Metrics = [] }) =>
        Metrics.filter(({ MetricStat }: Json) => MetricStat !== undefined),
      ),
      limit: 10,
      share,
    },
    { what: 'metrics of a graph', used: largest(graphs), limit: 500, share },
    {
      what: 'metrics of the dashboard',
      used: graphs.reduce((sum, metrics) => sum + metrics, 0),
      limit: 2500,
      share,
    },
    { what: 'routes of the API', used: stack.all('AWS::ApiGatewayV2::Route').length, limit: 300, share },
    { what: 'integrations of the API', used: integrationsOf(stack), limit: maxIntegrations, share },
    { what: 'bytes of the policies of a role', used: largest(policies), limit: 10_240, share },
    { what: 'bytes of a managed policy', used: largest(managed), limit: 6144, share },
    {
      what: 'subscriptions of a log group',
      used: largest([...subscriptions.values()].map(({ length }) => length)),
      limit: 2,
      share,
    },
  ];
}

export const headroomsOf = (stage: Stage): readonly Headroom[] => [...ofStacks(stage), ...ofResources(stage)];

/** A function, an integration, a route and a role, although most endpoints share their role with others. */
const resourcesOfEndpoint = 4;

/** The number of endpoints that can be added before a stack of the API has too many resources, or the API too many integrations. */
export function roomForEndpoints(stage: Stage): number {
  const bundles = emptyBundles();
  const templates = templatesOf(stage, bundles);
  const inStacks = Object.keys(apiGroups)
    .map((group) => Object.keys(templates[`${resourceName(stage)}-api-${group}`].Resources).length)
    .reduce((sum, used) => sum + Math.floor((maxResources - used) / resourcesOfEndpoint), 0);
  const inApi = maxIntegrations * share - integrationsOf(new SynthesizedStack(stage, bundles));
  return Math.min(inStacks, inApi);
}
