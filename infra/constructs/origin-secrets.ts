import { Fn } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import type { Edge } from '#infra/edge.ts';

/**
 * The secrets that prove that a request came through CloudFront. The functions also accept the former version, because a deployment
 * does not change CloudFront and the functions at the same time.
 */
export class OriginSecrets extends Construct {
  readonly current: string;
  /** For the environment variable ORIGIN_SECRETS. */
  readonly accepted: string;

  constructor(scope: Construct, id: string, { secretVersion }: Edge) {
    super(scope, id);
    this.current = this.create(secretVersion);
    this.accepted =
      secretVersion === 1 ? this.current : Fn.join(',', [this.current, this.create(secretVersion - 1)]);
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
