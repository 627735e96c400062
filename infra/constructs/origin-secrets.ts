import { Fn } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import type { Edge } from '#infra/edge.ts';

/**
 * The secrets that prove that a request came through CloudFront. A deployment changes CloudFront and the functions in any order, and its
 * rollback as well. So the functions accept the next version before CloudFront sends it, and the former one after that.
 */
export class OriginSecrets extends Construct {
  readonly current: string;
  /** For the environment variable ORIGIN_SECRETS. */
  readonly accepted: string;

  constructor(scope: Construct, id: string, { secretVersion }: Edge) {
    super(scope, id);
    this.current = this.create(secretVersion);
    const former = secretVersion === 1 ? [] : [this.create(secretVersion - 1)];
    this.accepted = Fn.join(',', [this.current, ...former, this.create(secretVersion + 1)]);
  }

  /** CloudFormation resolves the value, so that the template does not contain it. */
  private create(version: number): string {
    const secret = new Secret(this, `Version${version}`, {
      description: 'Sent by CloudFront with each request',
      generateSecretString: { excludePunctuation: true, passwordLength: 48 },
    });
    acknowledge(secret, 'rotatedByVersion');
    return secret.secretValue.unsafeUnwrap();
  }
}
