// API Gateway invokes the functions of all endpoints through one role (docs/decisions/0020).
import { Stack, Token, Validations } from 'aws-cdk-lib';
import {
  HttpIntegrationType,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { resourceName, type Stage } from '#infra/stage.ts';
import { gatewayFiles } from '#lib/surface/api/routes.ts';

/** The folders in `functions/` that contain only endpoints. The name of a function begins with its folder. */
const endpointFolders = [...new Set(gatewayFiles.map((file) => file.split('/')[0]))].toSorted();

const functionPatterns = (stage: Stage): readonly string[] =>
  endpointFolders.map((folder) => `${resourceName(stage)}-${folder}-*`);

/** The form that cdk-nag compares with. A stage without an account and a region has placeholders. */
const arnPrefix = ({ partition, region, account }: Stack): string =>
  Token.isUnresolved(region)
    ? 'arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>'
    : `arn:${partition}:lambda:${region}:${account}`;

const acknowledgements = (stack: Stack, stage: Stage) =>
  functionPatterns(stage).map((pattern) => ({
    id: `AwsSolutions-IAM5[Resource::${arnPrefix(stack)}:function:${pattern}]`,
    reason:
      'Only endpoints have names with this prefix, which test/architecture/stack.test.ts checks. The names of all functions would exceed the size limit of a policy.',
  }));

export function createGatewayRole(scope: Construct, stage: Stage): Role {
  const invoke = new PolicyStatement({
    actions: ['lambda:InvokeFunction'],
    resources: functionPatterns(stage).map((pattern) =>
      Stack.of(scope).formatArn({ service: 'lambda', resource: `function:${pattern}` }),
    ),
  });
  const role = new Role(scope, 'GatewayRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { invoke: new PolicyDocument({ statements: [invoke] }) },
  });
  Validations.of(role).acknowledge(...acknowledgements(Stack.of(scope), stage));
  return role;
}

/** Replaces the CDK's `HttpLambdaIntegration`, which creates a permission for each route and accepts no role. */
export class FunctionIntegration extends HttpRouteIntegration {
  private readonly uri: string;
  private readonly role: IRole;

  constructor(functionArn: string, role: IRole) {
    super('integration');
    this.uri = functionArn;
    this.role = role;
  }

  bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.uri,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this.role),
    };
  }
}
