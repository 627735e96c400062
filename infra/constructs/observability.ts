// What tells how a stage is: metrics read from its logs, alarms, the dashboard.
import { Stack } from 'aws-cdk-lib';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { StageDashboard } from './dashboard.ts';
import type { BackgroundFunction, ScheduledBackgroundFunction } from './dead-letters.ts';
import { LogMetrics } from './log-metrics.ts';
import type { SharedResources } from './service-function.ts';

interface ObservabilityProps {
  readonly commons: SharedResources;
  readonly apiStage: HttpStage;
  readonly accessLog: ILogGroup;
  readonly streams: readonly BackgroundFunction[];
  readonly schedules: readonly ScheduledBackgroundFunction[];
}

export class Observability extends Construct {
  /** Made last: it looks at all functions that the stack has by then. */
  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const { commons, apiStage, accessLog, streams, schedules } = props;
    const { stage, table, logGroup } = commons;
    const logMetrics = new LogMetrics(this, 'LogMetrics', { stage, accessLog, functionLog: logGroup });
    const watched = { stage, apiStage, table, logMetrics, streams, schedules };
    const { alarms } = new Alarms(this, 'Alarms', watched);
    new StageDashboard(this, 'Dashboard', {
      ...watched,
      alarms,
      functions: Stack.of(this)
        .node.findAll()
        .filter((one) => one instanceof LambdaFunction),
      logGroups: [logGroup, accessLog],
    });
  }
}
