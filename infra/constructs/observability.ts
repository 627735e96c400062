import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { AlarmTopics } from './alarm-topics.ts';
import { Alarms } from './alarms.ts';
import { deployedFiles } from './bundles.ts';
import { StageDashboard } from './dashboard.ts';
import type { BackgroundFunctions } from './dead-letters.ts';
import { LogMetrics } from './log-metrics.ts';
import { functionNameOf, type SharedResources } from './service-function.ts';

interface ObservabilityProps extends BackgroundFunctions {
  readonly shared: SharedResources;
  readonly apiStage: HttpStage;
  readonly accessLog: ILogGroup;
}

export class Observability extends Construct {
  readonly alarmTopics: AlarmTopics;

  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const { shared, accessLog } = props;
    const { stage, table, logGroup } = shared;
    const logMetrics = new LogMetrics(this, 'LogMetrics', { stage, accessLog, functionLog: logGroup });
    const monitored = { ...props, stage, table, logMetrics };
    const { alarms, topics } = new Alarms(this, 'Alarms', monitored);
    this.alarmTopics = topics;
    new StageDashboard(this, 'Dashboard', {
      ...monitored,
      alarms,
      functionNames: deployedFiles.map((file) => functionNameOf(stage, file)),
      logGroups: [logGroup, shared.subscriberLogGroup, accessLog],
    });
  }
}
