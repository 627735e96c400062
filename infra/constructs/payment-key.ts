import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import type { Stage } from '#infra/stage.ts';

/** Never change these settings: CloudFormation would generate a new secret, and no stored payment details could be read. */
const firstValue = { passwordLength: 64, excludePunctuation: true } as const;

export const readSecret = ({ secretArn }: ISecret) =>
  new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn] });

/** The secret from which the keys of the payment details of each brand are derived. docs/decisions/0168 */
export class PaymentKey extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      description: `Encrypts the payment details of creators of ${stage.name}`,
      generateSecretString: firstValue,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(this.secret, 'keptForStoredData');
  }
}
