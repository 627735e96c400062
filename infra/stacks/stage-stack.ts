import { type Environment, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { environmentOf, resourceName, type Stage } from '#infra/stage.ts';

/** One of the stacks of a stage, `creator-affiliate-<stage>-<part>`. */
export class StageStack extends Stack {
  constructor(scope: Construct, stage: Stage, part?: string, env: Environment = environmentOf(stage)) {
    super(scope, [resourceName(stage), part].filter(Boolean).join('-'), {
      env,
      // The service also stops if another stack than that of the data is deleted by mistake.
      terminationProtection: stage.keepsData,
      crossRegionReferences: stage.edge !== undefined || stage.isWatchedFromOutside,
      // CloudFormation accepts at most 1 MB.
      suppressTemplateIndentation: true,
    });
  }
}
