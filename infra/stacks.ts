// Creates the stacks of a stage.
import type { App, Environment, StackProps } from 'aws-cdk-lib';
import { BackupStack } from '#infra/backup-stack.ts';
import type { Bundles } from '#infra/constructs/bundles.ts';
import { edgeRegion } from './edge.ts';
import { EdgeStack } from './edge-stack.ts';
import { ServiceStack } from './service-stack.ts';
import { resourceName, type Stage } from './stage.ts';

/** Without an account and a region, CDK deploys to those of the credentials. */
const environmentOf = ({ account, region }: Stage): Environment | undefined =>
  account === undefined || region === undefined ? undefined : { account, region };

export function createStacks(app: App, stage: Stage, bundles: Bundles): ServiceStack {
  const service = createService(app, stage, bundles);
  const { backup } = stage;
  if (backup === undefined) return service;
  const env = environmentOf(stage);
  new BackupStack(app, `${resourceName(stage)}-backup`, {
    stage,
    backup,
    alarmTopic: service.alarmTopic,
    ...(env !== undefined && { env }),
  });
  return service;
}

/** The stack of the service depends on that of the web ACL, which CloudFront accepts only from another region. */
function createService(app: App, stage: Stage, bundles: Bundles): ServiceStack {
  const env = environmentOf(stage);
  const props: StackProps = env === undefined ? {} : { env };
  const name = resourceName(stage);
  if (stage.edge === undefined) return new ServiceStack(app, name, { stage, bundles, ...props });
  const { webAclArn } = new EdgeStack(app, `${name}-edge`, {
    stage,
    edge: stage.edge,
    env: { ...env, region: edgeRegion },
    crossRegionReferences: true,
  });
  return new ServiceStack(app, name, { stage, bundles, webAclArn, crossRegionReferences: true, ...props });
}
