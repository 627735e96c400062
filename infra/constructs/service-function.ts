// One file of functions/ as a Lambda function, with a role of its own that may do what its caller says, and log.
import type { Duration } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledgements.ts';
import { resourceName, type Stage } from '../stage.ts';
import { type Bundles, bundleDirectory } from './bundles.ts';

/** What all functions of a stage have in common. */
export interface SharedResources {
  readonly stage: Stage;
  readonly bundles: Bundles;
  readonly table: ITableV2;
  readonly logGroup: ILogGroup;
}

interface ServiceFunctionProps {
  readonly commons: SharedResources;
  /** Below functions/: `affiliates/get.ts`. */
  readonly file: string;
  readonly description: string;
  readonly timeout: Duration;
  readonly statements: readonly PolicyStatement[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** `affiliates/list-members.ts` → `affiliates-list-members`. */
const nameFromFile = (file: string): string => file.replace(/\.ts$/, '').replaceAll('/', '-');

/** X-Ray knows no resources: these two actions can be allowed on `*` only, and no others are. */
const tracing = new PolicyStatement({
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  resources: ['*'],
});

/** The policy stands in the role itself: no grant of a library can add to it unseen. */
function createRole(scope: Construct, { commons, statements }: ServiceFunctionProps): IRole {
  const logging = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [commons.logGroup.logGroupArn],
  });
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { own: new PolicyDocument({ statements: [logging, tracing, ...statements] }) },
  });
  acknowledge(role, 'tracedRole');
  return role.withoutPolicyUpdates();
}

export function createFunction(scope: Construct, props: ServiceFunctionProps): LambdaFunction {
  const { stage, bundles, table, logGroup } = props.commons;
  return new LambdaFunction(scope, 'Function', {
    functionName: `${resourceName(stage)}-${nameFromFile(props.file)}`,
    description: props.description,
    code: Code.fromAsset(bundleDirectory(bundles, props.file)),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: 512,
    timeout: props.timeout,
    role: createRole(scope, props),
    logGroup,
    tracing: Tracing.ACTIVE,
    environment: {
      STAGE: stage.name,
      TABLE_NAME: table.tableName,
      CLICK_RETENTION_DAYS: String(stage.clickRetentionDays),
      ...(stage.countryHeader !== undefined && { COUNTRY_HEADER: stage.countryHeader }),
      ...props.environment,
    },
  });
}
