// Finds all resources of a stage in an account by the stack's name.
import type { Json } from '#test/support/json.ts';
import type { Tools } from './tools.ts';

/** For each kind of resource: the service, its list operation, and how to read the names. */
const kinds = {
  table: ['dynamodb', 'list_tables', ({ TableNames }: Json) => TableNames],
  secret: ['secretsmanager', 'list_secrets', ({ SecretList }: Json) => namesOf(SecretList, 'Name')],
  logGroup: ['logs', 'describe_log_groups', ({ logGroups }: Json) => namesOf(logGroups, 'logGroupName')],
  function: ['lambda', 'list_functions', ({ Functions }: Json) => namesOf(Functions, 'FunctionName')],
  eventSource: [
    'lambda',
    'list_event_source_mappings',
    ({ EventSourceMappings }: Json) => namesOf(EventSourceMappings, 'FunctionArn'),
  ],
  role: ['iam', 'list_roles', ({ Roles }: Json) => namesOf(Roles, 'RoleName')],
  api: ['apigatewayv2', 'get_apis', ({ Items }: Json) => namesOf(Items, 'Name')],
  queue: ['sqs', 'list_queues', ({ QueueUrls = [] }: Json) => QueueUrls],
  schedule: ['scheduler', 'list_schedules', ({ Schedules }: Json) => namesOf(Schedules, 'Name')],
  alarm: ['cloudwatch', 'describe_alarms', ({ MetricAlarms }: Json) => namesOf(MetricAlarms, 'AlarmName')],
  dashboard: [
    'cloudwatch',
    'list_dashboards',
    ({ DashboardEntries }: Json) => namesOf(DashboardEntries, 'DashboardName'),
  ],
  topic: ['sns', 'list_topics', ({ Topics }: Json) => namesOf(Topics, 'TopicArn')],
} as const;

export type Kind = keyof typeof kinds;

const namesOf = (items: readonly Json[], field: string): readonly string[] =>
  items.map((item) => item[field]);

const isKind = (name: string): name is Kind => name in kinds;
export const allKinds: readonly Kind[] = Object.keys(kinds).filter(isKind);

/** The existing resources by kind. Kinds without resources are omitted. */
export async function resourcesOf(stack: string, { aws }: Tools): Promise<Partial<Record<Kind, string[]>>> {
  const found = await Promise.all(
    allKinds.map(async (kind): Promise<[Kind, string[]]> => {
      const [service, operation, names] = kinds[kind];
      const all: readonly string[] = names(await aws(service, operation));
      return [kind, all.filter((name) => name.includes(stack))];
    }),
  );
  return Object.fromEntries(found.filter(([, names]) => names.length > 0));
}
