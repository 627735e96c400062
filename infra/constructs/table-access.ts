// Creates the policy statements for the table. A transaction needs only the permissions of its single actions.
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { createsTestTwin, type Route, type TableAccess } from '#lib/foundation/contract/route.ts';
import { twinPrefix } from '#lib/foundation/shared/twin-ids.ts';
import { requestAddressPartition } from '#lib/foundation/table/keys/event-keys.ts';
import { type GuardedPartition, guardedPartitions } from '#lib/foundation/table/keys/guarded-partitions.ts';
import {
  apiKeyUsePartition,
  brandDirectoryPartition,
  collectionPartition,
} from '#lib/foundation/table/keys/keys.ts';
import { requestCountPartition } from '#lib/foundation/table/keys/request-keys.ts';

/** Grants the declared access, and denies the guarded partitions that are not declared. */
export function tableStatements(table: ITableV2, access: TableAccess): readonly PolicyStatement[] {
  const { actions, indexes = [] } = access;
  if (actions.length === 0 && indexes.length === 0) return [];
  const onTable = new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources: [table.tableArn],
  });
  const onIndexes = new PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: indexes.map((index) => `${table.tableArn}/index/${index}`),
  });
  return [
    ...(actions.length === 0 ? [] : [onTable]),
    ...(indexes.length === 0 ? [] : [onIndexes]),
    ...denials(table, access),
  ];
}

const reads = ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'ConditionCheckItem', 'PartiQLSelect'];
const writes = [
  ...['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
  ...['PartiQLInsert', 'PartiQLUpdate', 'PartiQLDelete'],
];

const guardedNames = Object.keys(guardedPartitions) as readonly GuardedPartition[];

/** No other statement can allow what these deny, so a later grant does not open a guarded partition. */
function denials(table: ITableV2, { guarded = {} }: TableAccess): readonly PolicyStatement[] {
  const deny = (operations: readonly string[], names: readonly GuardedPartition[]) =>
    new PolicyStatement({
      effect: Effect.DENY,
      actions: operations.map((operation) => `dynamodb:${operation}`),
      resources: [table.tableArn],
      conditions: {
        'ForAnyValue:StringLike': {
          'dynamodb:LeadingKeys': names.flatMap((name) => guardedPartitions[name]),
        },
      },
    });
  const undeclared = guardedNames.filter((name) => guarded[name] === undefined);
  const readOnly = guardedNames.filter((name) => guarded[name] === 'read');
  return [
    ...(undeclared.length === 0 ? [] : [deny([...reads, ...writes], undeclared)]),
    ...(readOnly.length === 0 ? [] : [deny(writes, readOnly)]),
  ];
}

const onPartitions = (table: ITableV2, action: string, partitions: readonly string[]): PolicyStatement =>
  new PolicyStatement({
    actions: [`dynamodb:${action}`],
    resources: [table.tableArn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...partitions] } },
  });

/** A pattern with `?` matches only the brand's own item. */
const twinPartitions = [`${twinPrefix}_${'?'.repeat(26)}`, brandDirectoryPartition];

/**
 * Every function that authenticates may end a session, because it may see a stolen token. It counts the requests of the brand, records the
 * last use of API keys and the address of a request, and creates the test twin if it changes test data.
 */
export const callerStatements = (table: ITableV2, route: Route): readonly PolicyStatement[] => [
  onPartitions(table, 'DeleteItem', [collectionPartition('*', 'session')]),
  onPartitions(table, 'GetItem', [requestCountPartition('*')]),
  onPartitions(table, 'PutItem', [
    requestAddressPartition('*'),
    ...(createsTestTwin(route) ? twinPartitions : []),
  ]),
  onPartitions(table, 'UpdateItem', [
    requestCountPartition('*'),
    ...(route.scope === undefined ? [] : [apiKeyUsePartition('*')]),
  ]),
];
