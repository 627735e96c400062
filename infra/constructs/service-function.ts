import type { Duration } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { resourceName, type Stage } from '#infra/stage.ts';
import { type Bundles, bundleDirectory } from './bundles.ts';

export interface SharedResources {
  readonly stage: Stage;
  readonly bundles: Bundles;
  readonly table: ITableV2;
  readonly logGroup: ILogGroup;
  readonly exportFiles: IBucket;
}

interface ServiceFunctionProps {
  readonly shared: SharedResources;
  readonly file: string;
  readonly description: string;
  readonly timeout: Duration;
  readonly statements: readonly PolicyStatement[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The statements allow access to the files of exports. */
  readonly usesFiles?: boolean;
}

const nameFromFile = (file: string): string => file.replace(/\.ts$/, '').replaceAll('/', '-');

const tracing = new PolicyStatement({
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  resources: ['*'],
});

/** The inline policy contains all permissions of the role. CDK grants cannot add any, because the role ignores policy updates. */
function createRole(scope: Construct, { shared, statements, usesFiles }: ServiceFunctionProps): IRole {
  const logging = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [shared.logGroup.logGroupArn],
  });
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { own: new PolicyDocument({ statements: [logging, tracing, ...statements] }) },
  });
  acknowledge(role, 'xrayTracing');
  if (usesFiles) acknowledge(role, 'anyExportFile');
  return role.withoutPolicyUpdates();
}

export function createFunction(scope: Construct, props: ServiceFunctionProps): LambdaFunction {
  const { stage, bundles, table, logGroup } = props.shared;
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
      ...props.environment,
    },
  });
}
