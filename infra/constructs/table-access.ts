// Creates the policy statements for the table. A transaction needs only the permissions of its single actions.
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { TableAccess } from '#lib/contract/route.ts';
import { collectionPartition } from '#lib/table/keys/keys.ts';

export function tableStatements(
  table: ITableV2,
  { actions, indexes = [] }: TableAccess,
): readonly PolicyStatement[] {
  const onTable = new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources: [table.tableArn],
  });
  const onIndexes = new PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: indexes.map((index) => `${table.tableArn}/index/${index}`),
  });
  return [...(actions.length === 0 ? [] : [onTable]), ...(indexes.length === 0 ? [] : [onIndexes])];
}

/** Every function that authenticates may end a session, because it may see a stolen token. It may delete nothing else. */
export const endSessionsStatement = (table: ITableV2): PolicyStatement =>
  new PolicyStatement({
    actions: ['dynamodb:DeleteItem'],
    resources: [table.tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [collectionPartition('*', 'session')] },
    },
  });
