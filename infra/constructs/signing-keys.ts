import { RemovalPolicy, Tags } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import type { Stage } from '#infra/stage.ts';
import { signingKeysTag } from '#infra/tags.ts';

/**
 * Never change these settings: CloudFormation would generate a new secret, and every token would become invalid.
 * The 64 characters are 48 bytes in base64url; a private key of Ed25519 is derived from at least 32 bytes.
 */
export const firstValue = {
  secretStringTemplate: JSON.stringify({ kid: 'generated' }),
  generateStringKey: 'secret',
  passwordLength: 64,
  excludePunctuation: true,
} as const;

export class SigningKeys extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    this.secret = new Secret(this, 'PrivateKeys', {
      description: `Private keys that sign the access tokens of ${stage.name}`,
      generateSecretString: firstValue,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(this.secret, 'rotatedBySchedule');
    Tags.of(this.secret).add(signingKeysTag, stage.name);
  }
}
