import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { requireAccount, StageError } from '#infra/stage.ts';
import { DeliveryStack } from './delivery-stack.ts';
import { DeliveryError, parseDelivery } from './settings.ts';

const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
const context = (name: string): unknown => app.node.tryGetContext(name);
try {
  const settings = parseDelivery({
    repository: context('repository'),
    stage: context('stage'),
    identityProviderArn: context('identityProviderArn'),
  });
  requireAccount(settings.stage, process.env.CDK_DEFAULT_ACCOUNT);
  new DeliveryStack(app, 'creator-affiliate-delivery', settings);
} catch (error) {
  if (!(error instanceof DeliveryError || error instanceof StageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
