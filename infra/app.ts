import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { bundleFunctions } from '#infra/constructs/bundles.ts';
import { currentCommit } from './commit.ts';
import { createStacks } from './stacks/create-stacks.ts';
import { parseCanary, parseIndexCount, parseStage, requireAccount, StageError } from './stage.ts';

const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
try {
  const stage = {
    ...parseStage(app.node.tryGetContext('stage')),
    ...parseIndexCount(app.node.tryGetContext('indexes')),
    ...parseCanary(app.node.tryGetContext('canary')),
    commit: currentCommit(),
  };
  requireAccount(stage, process.env.CDK_DEFAULT_ACCOUNT);
  const bundles = await bundleFunctions(join(app.outdir, 'bundles'));
  createStacks(app, stage, bundles);
} catch (error) {
  if (!(error instanceof StageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
