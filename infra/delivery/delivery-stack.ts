// Creates the roles of the GitHub workflows. AWS trusts the OIDC token of a job, so GitHub stores no credentials.
import { CfnOutput, DefaultStackSynthesizer, Stack, Token, Validations } from 'aws-cdk-lib';
import {
  type IOidcProvider,
  OidcProviderNative,
  PolicyDocument,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { resourceName } from '#infra/stage.ts';
import type { DeliverySettings } from './settings.ts';

const issuer = 'token.actions.githubusercontent.com';
const audience = 'sts.amazonaws.com';

/** Roles that `cdk bootstrap` creates. A workflow that may assume them can deploy with the permissions of the CDK. */
type BootstrapRole = 'lookup' | 'deploy' | 'file-publishing';

/** Matches every region, because the region is set in the GitHub environment and is unknown here. */
const roleNamePattern = (role: BootstrapRole, account: string): string =>
  `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${role}-role-${account}-*`;

/** The place of the stack, as cdk-nag writes it. */
interface Place {
  readonly partition: string;
  readonly account: string;
}

const acknowledgements = (roles: readonly BootstrapRole[], { partition, account }: Place) =>
  roles.map((role) => ({
    id: `AwsSolutions-IAM5[Resource::arn:${partition}:iam::${account}:role/${roleNamePattern(role, account)}]`,
    reason:
      'The wildcard covers only the region, with which the CDK ends the name of this role in each region of the account.',
  }));

/** The GitHub environment is the stage name plus `environment`. No stage name has an underscore, so no two names are equal. */
const roleKinds = {
  diff: { environment: '_diff', mayAssume: ['lookup'] },
  deploy: { environment: '', mayAssume: ['lookup', 'deploy', 'file-publishing'] },
} as const satisfies Record<string, { environment: string; mayAssume: readonly BootstrapRole[] }>;

export class DeliveryStack extends Stack {
  constructor(scope: Construct, id: string, settings: DeliverySettings) {
    const { account, region, name } = settings.stage;
    super(scope, id, {
      description: `Roles for the GitHub workflows of ${settings.repository}`,
      ...(account !== undefined && region !== undefined && { env: { account, region } }),
    });
    const place: Place = {
      partition: Token.isUnresolved(this.partition) ? '<AWS::Partition>' : this.partition,
      account: Token.isUnresolved(this.account) ? '<AWS::AccountId>' : this.account,
    };
    const provider = this.identityProvider(settings.identityProviderArn);
    for (const [kind, { environment, mayAssume }] of Object.entries(roleKinds)) {
      const subject = `repo:${settings.repository}:environment:${name}${environment}`;
      const role = new Role(new Construct(this, `${name}-${kind}`), 'Role', {
        roleName: `${resourceName({ name })}-${kind}`,
        description: `Assumed by jobs of ${settings.repository} in the environment ${name}${environment}`,
        assumedBy: new WebIdentityPrincipal(provider.oidcProviderArn, {
          StringEquals: { [`${issuer}:aud`]: audience, [`${issuer}:sub`]: subject },
        }),
        inlinePolicies: {
          own: new PolicyDocument({ statements: [this.assumeRoleStatement(mayAssume)] }),
        },
      });
      Validations.of(role).acknowledge(...acknowledgements(mayAssume, place));
      new CfnOutput(this, `${name}-${kind}-role`, { value: role.roleArn });
    }
  }

  private identityProvider(arn: string | undefined): IOidcProvider {
    return arn === undefined
      ? new OidcProviderNative(this, 'GitHub', { url: `https://${issuer}`, clientIds: [audience] })
      : OidcProviderNative.fromOidcProviderArn(this, 'GitHub', arn);
  }

  private assumeRoleStatement(roles: readonly BootstrapRole[]): PolicyStatement {
    return new PolicyStatement({
      actions: ['sts:AssumeRole'],
      resources: roles.map((role) =>
        this.formatArn({
          service: 'iam',
          region: '',
          resource: 'role',
          resourceName: roleNamePattern(role, this.account),
        }),
      ),
    });
  }
}
