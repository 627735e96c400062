import type { App } from 'aws-cdk-lib';
import type { Bundles } from '#infra/constructs/bundles.ts';
import type { SharedResources } from '#infra/constructs/service-function.ts';
import type { Stage } from '#infra/stage.ts';
import { type ApiGroup, apiGroups } from './api-groups.ts';
import { ApiStack } from './api-stack.ts';
import { BackgroundStack } from './background-stack.ts';
import { BackupStack } from './backup-stack.ts';
import { DataStack } from './data-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import { GatewayStack } from './gateway-stack.ts';
import { OutsideStack } from './outside-stack.ts';
import { ServiceStack } from './service-stack.ts';
import type { StageStack } from './stage-stack.ts';

/**
 * Creates the stacks of a stage. A stack reads the outputs of others when it is deployed (`Fn::GetStackOutput`), and no stack prevents the
 * change or the deletion of another (docs/decisions/0138).
 */
export function createStacks(app: App, stage: Stage, bundles: Bundles): ServiceStack {
  const data = new DataStack(app, stage);
  const webAclArn = stage.edge === undefined ? undefined : new EdgeStack(app, stage, stage.edge).webAclArn;
  const gateway = new GatewayStack(app, stage, webAclArn);
  const apiUrl = gateway.url;
  const { table, signingKeys, paymentKey, exportFiles, logGroup, subscriberLogGroup } = data;
  const logs = { logGroup, subscriberLogGroup };
  const secrets = { signingKeys, paymentKey };
  const shared: SharedResources = { stage, bundles, table, ...secrets, exportFiles, ...logs, apiUrl };
  const background = new BackgroundStack(app, shared);
  const service = new ServiceStack(app, { shared, data, gateway, background: background.functions });
  // Readers of items are deployed before writers. API Gateway refuses simultaneous changes of an API.
  let former: StageStack = background;
  for (const group of Object.keys(apiGroups) as readonly ApiGroup[]) {
    const api = new ApiStack(app, group, { shared, gateway });
    api.addStackDependency(former);
    former = api;
  }
  service.addStackDependency(former);
  if (stage.backup !== undefined) new BackupStack(app, stage, stage.backup, service.alarmTopics);
  // A reference to another region needs the name of this one, which each deployed stage that keeps its data has.
  if (stage.isWatchedFromOutside && stage.region !== undefined) new OutsideStack(app, stage, gateway);
  return service;
}
