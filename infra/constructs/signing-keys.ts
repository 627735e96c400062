// The secret with the keys that sign access tokens. Its first value is made in the account; nobody ever sees it.
import { RemovalPolicy, Tags } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import type { Stage } from '#infra/stage.ts';
import { signingKeysTag } from '#infra/tags.ts';

/**
 * One key, in the first of the two forms that lib/auth/rules/signing-keys.ts reads. Letters and digits are base64url as they
 * stand: 64 of them are 48 bytes, more than the 32 that HS256 asks for (RFC 7518, 3.2). Never change this: a change
 * makes CloudFormation replace the value, and every token is dead.
 */
export const firstValue = {
  secretStringTemplate: JSON.stringify({ kid: 'first' }),
  generateStringKey: 'secret',
  passwordLength: 64,
  excludePunctuation: true,
} as const;

/**
 * The secret is rotated, but not by Secrets Manager's own four steps: those hand over from one value to the next, and
 * here a key is published for a while before it signs. See schedules.ts and docs/decisions/0028.
 */
export class SigningKeys extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      description: `Keys that sign the access tokens of ${stage.name}`,
      generateSecretString: firstValue,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(this.secret, 'rotatedByService');
    Tags.of(this.secret).add(signingKeysTag, stage.name);
  }
}
