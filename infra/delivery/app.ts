import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { DeliveryStack } from './delivery-stack.ts';
import { DeliveryError, parseDelivery } from './settings.ts';

const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
const context = (name: string): unknown => app.node.tryGetContext(name);
try {
  const settings = parseDelivery({
    repository: context('repository'),
    stages: context('stages'),
    identityProviderArn: context('identityProviderArn'),
  });
  new DeliveryStack(app, 'creator-affiliate-delivery', settings);
} catch (error) {
  if (!(error instanceof DeliveryError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
