// What GitHub Actions may do in an account: for each stage a role that looks, and a role that deploys. No key is stored
// anywhere: AWS trusts the token that GitHub gives to a job, and only to one that runs in the environment named.
import { CfnOutput, Stack, Validations } from 'aws-cdk-lib';
import {
  type IOidcProvider,
  OidcProviderNative,
  PolicyDocument,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { resourceName } from '../stage.ts';
import type { DeliverySettings } from './settings.ts';

const issuer = 'token.actions.githubusercontent.com';
const audience = 'sts.amazonaws.com';

/** The roles that `cdk bootstrap` made in an account: whoever may assume them may do with them what the CDK does. */
type BootstrapRole = 'lookup' | 'deploy' | 'file-publishing';

/** Of any region of the account: the region is part of what a stage's environment says. */
const roleNamePattern = (role: BootstrapRole, account: string): string =>
  `cdk-hnb659fds-${role}-role-${account}-*`;

/** What cdk-nag finds of a role that may assume these, and is not changed. */
const acknowledgements = (roles: readonly BootstrapRole[]) =>
  roles.map((role) => ({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:iam::<AWS::AccountId>:role/${roleNamePattern(role, '<AWS::AccountId>')}]`,
    reason:
      'It is the same role in each region of this account: the name that the CDK gave it ends with the region.',
  }));

/** An environment of the repository, by what is added to the stage's name (no stage's own name has an underscore), and what its jobs may assume. */
const roleKinds = {
  diff: { environment: '_diff', mayAssume: ['lookup'] },
  deploy: { environment: '', mayAssume: ['lookup', 'deploy', 'file-publishing'] },
} as const satisfies Record<string, { environment: string; mayAssume: readonly BootstrapRole[] }>;

export class DeliveryStack extends Stack {
  constructor(scope: Construct, id: string, settings: DeliverySettings) {
    super(scope, id, {
      description: `What the workflows of ${settings.repository} may do in this account`,
    });
    const provider = this.identityProvider(settings.identityProviderArn);
    for (const { name } of settings.stages) {
      for (const [kind, { environment, mayAssume }] of Object.entries(roleKinds)) {
        const subject = `repo:${settings.repository}:environment:${name}${environment}`;
        const role = new Role(new Construct(this, `${name}-${kind}`), 'Role', {
          roleName: `${resourceName({ name })}-${kind}`,
          description: `For jobs of ${settings.repository} in the environment ${name}${environment}`,
          assumedBy: new WebIdentityPrincipal(provider.oidcProviderArn, {
            StringEquals: { [`${issuer}:aud`]: audience, [`${issuer}:sub`]: subject },
          }),
          inlinePolicies: { own: new PolicyDocument({ statements: [this.mayAssume(mayAssume)] }) },
        });
        Validations.of(role).acknowledge(...acknowledgements(mayAssume));
        new CfnOutput(this, `${name}-${kind}-role`, { value: role.roleArn });
      }
    }
  }

  private identityProvider(arn: string | undefined): IOidcProvider {
    return arn === undefined
      ? new OidcProviderNative(this, 'GitHub', { url: `https://${issuer}`, clientIds: [audience] })
      : OidcProviderNative.fromOidcProviderArn(this, 'GitHub', arn);
  }

  private mayAssume(roles: readonly BootstrapRole[]): PolicyStatement {
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
