import { RemovalPolicy } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import type { GatewayStack } from '#infra/stacks/gateway-stack.ts';
import type { Stage } from '#infra/stage.ts';

/** Returns the variables of the functions with sessions of people. CloudFormation resolves the secret, so that the template does not contain it. */
export function sessionVariables(scope: Construct, stage: Stage, { api, edgeTarget }: GatewayStack) {
  const secret = new Secret(scope, 'PagesSecret', {
    description: `Encrypts the cookies of the console and the portal of ${stage.name}`,
    generateSecretString: { excludePunctuation: true, passwordLength: 48 },
    removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  acknowledge(secret, 'replacedByOperators');
  return {
    PAGES_SECRET: secret.secretValue.unsafeUnwrap(),
    // Behind CloudFront, pages call the gateway directly, with the address of the person.
    ...(edgeTarget !== undefined && { GATEWAY_URL: api.apiEndpoint }),
  };
}
