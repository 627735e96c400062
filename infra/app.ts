// Stage → stack: `npx cdk deploy -c stage=dev`.
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions } from './constructs/bundles.ts';
import { ServiceStack } from './service-stack.ts';
import { parseStage, resourceName, StageError } from './stage.ts';

const app = new App();
try {
  const stage = parseStage(app.node.tryGetContext('stage'));
  const bundles = await bundleFunctions(join(app.outdir, 'bundles'));
  new ServiceStack(app, resourceName(stage), { stage, bundles });
} catch (error) {
  if (!(error instanceof StageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
