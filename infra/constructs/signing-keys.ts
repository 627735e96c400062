import { RemovalPolicy, Tags } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import type { Stage } from '#infra/stage.ts';
import { signingKeysTag } from '#infra/tags.ts';

/**
 * The value has 64 base64url characters (48 bytes). HS256 requires 32 bytes (RFC 7518, 3.2).
 * Never change this value: CloudFormation would replace the secret and invalidate every token.
 */
export const firstValue = {
  secretStringTemplate: JSON.stringify({ kid: 'first' }),
  generateStringKey: 'secret',
  passwordLength: 64,
  excludePunctuation: true,
} as const;

export class SigningKeys extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      description: `Keys that sign the access tokens of ${stage.name}`,
      generateSecretString: firstValue,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(this.secret, 'rotatedBySchedule');
    Tags.of(this.secret).add(signingKeysTag, stage.name);
  }
}
