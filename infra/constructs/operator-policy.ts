// Creates the policy of people who run operator commands. It allows nothing else: no deployment, no logs, no deletion of tables.

import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { resourceName, type Stage } from '#infra/stage.ts';
import { indexes } from '#lib/foundation/table/keys/indexes.ts';

/** The operator compares the account of the table with the one that the stage names. */
const describeTable = 'DescribeTable';

export const operatorActions = {
  dynamodb: [
    describeTable,
    ...['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'],
    ...['PutItem', 'UpdateItem', 'DeleteItem'],
  ],
  secret: ['GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage'],
} as const;

interface OperatorPolicyProps {
  readonly stage: Stage;
  readonly table: ITableV2;
  readonly signingKeys: ISecret;
}

export class OperatorPolicy extends Construct {
  readonly policy: ManagedPolicy;

  constructor(scope: Construct, id: string, { stage, table, signingKeys }: OperatorPolicyProps) {
    super(scope, id);
    const statements = [
      new PolicyStatement({
        actions: operatorActions.dynamodb.map((action) => `dynamodb:${action}`),
        resources: [
          table.tableArn,
          ...Object.keys(indexes).map((index) => `${table.tableArn}/index/${index}`),
        ],
      }),
      new PolicyStatement({
        actions: operatorActions.secret.map((action) => `secretsmanager:${action}`),
        resources: [signingKeys.secretArn],
      }),
      // The operator finds the secret of the stage by its tag.
      new PolicyStatement({ actions: ['secretsmanager:ListSecrets'], resources: ['*'] }),
    ];
    this.policy = new ManagedPolicy(this, 'Policy', {
      managedPolicyName: `${resourceName(stage)}-operator`,
      description: `Operator commands on the stage ${stage.name}`,
      statements,
    });
    acknowledge(this.policy, 'listsSecrets');
  }
}
