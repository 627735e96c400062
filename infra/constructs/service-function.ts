import { createHash } from 'node:crypto';
import { type Duration, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { resourceName, type Stage } from '#infra/stage.ts';
import { type Bundles, bundleDirectory } from './bundles.ts';
import { acknowledgeAnyFile } from './export-files.ts';

export interface SharedResources {
  readonly stage: Stage;
  readonly bundles: Bundles;
  readonly table: ITableV2;
  readonly logGroup: ILogGroup;
  /** The log of the functions that receive lines of the other log. */
  readonly subscriberLogGroup: ILogGroup;
  readonly exportFiles: IBucket;
  readonly signingKeys: ISecret;
  readonly paymentKey: ISecret;
  /** The address of the API, ending in `/v1`. */
  readonly apiUrl: string;
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
  readonly reservedConcurrency?: number | undefined;
  /** The function sends messages to its own queue. Lambda would otherwise stop it after 16 messages. */
  readonly continuesItself?: boolean;
}

export const memoryMegabytes = 512;

export const unknownCommit = 'unknown';

/** The name is fixed, so that other stacks need no reference to the function. */
export const functionNameOf = (stage: Pick<Stage, 'name'>, file: string): string =>
  `${resourceName(stage)}-${file.replace(/\.ts$/, '').replaceAll('/', '-')}`;

const tracing = new PolicyStatement({
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  resources: ['*'],
});

/** The roles of the stack. */
const rolesOf = (stack: Stack): Construct => {
  const existing = stack.node.tryFindChild('Roles');
  return existing instanceof Construct ? existing : new Construct(stack, 'Roles');
};

/**
 * Functions with exactly the same permissions share a role (docs/decisions/0020). The id of a role is the hash of its policy, so a
 * function whose permissions change receives another role, and the other functions keep theirs. The inline policy contains all
 * permissions of the role. CDK grants cannot add any, because the role ignores policy updates.
 */
function roleWith(scope: Construct, { shared, statements, usesFiles }: ServiceFunctionProps): IRole {
  const logging = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [shared.logGroup.logGroupArn],
  });
  const policy = new PolicyDocument({ statements: [logging, tracing, ...statements] });
  const stack = Stack.of(scope);
  const roles = rolesOf(stack);
  const id = createHash('sha256')
    .update(JSON.stringify(stack.resolve(policy)))
    .digest('hex')
    .slice(0, 16);
  const existing = roles.node.tryFindChild(id);
  if (existing instanceof Role) return existing.withoutPolicyUpdates();
  const role = new Role(roles, id, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { own: policy },
  });
  acknowledge(role, 'xrayTracing');
  if (usesFiles) acknowledgeAnyFile(role, shared.exportFiles);
  return role.withoutPolicyUpdates();
}

export function createFunction(scope: Construct, props: ServiceFunctionProps): LambdaFunction {
  const { stage, bundles, table, logGroup, apiUrl } = props.shared;
  return new LambdaFunction(scope, 'Function', {
    functionName: functionNameOf(stage, props.file),
    description: props.description,
    code: Code.fromAsset(bundleDirectory(bundles, props.file)),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: memoryMegabytes,
    timeout: props.timeout,
    role: roleWith(scope, props),
    logGroup,
    tracing: Tracing.ACTIVE,
    reservedConcurrentExecutions: props.reservedConcurrency,
    recursiveLoop: props.continuesItself ? RecursiveLoop.ALLOW : undefined,
    environment: {
      STAGE: stage.name,
      COMMIT: stage.commit ?? unknownCommit,
      TABLE_NAME: table.tableName,
      API_URL: apiUrl,
      CLICK_RETENTION_DAYS: String(stage.clickRetentionDays),
      ...props.environment,
    },
  });
}
