import { Stack } from 'aws-cdk-lib';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { StageDashboard } from './dashboard.ts';
import type {
  BackgroundFunction,
  QueueBackgroundFunction,
  ScheduledBackgroundFunction,
  StreamBackgroundFunction,
} from './dead-letters.ts';
import { LogMetrics } from './log-metrics.ts';
import type { SharedResources } from './service-function.ts';

interface ObservabilityProps {
  readonly shared: SharedResources;
  readonly apiStage: HttpStage;
  readonly accessLog: ILogGroup;
  readonly streams: readonly StreamBackgroundFunction[];
  readonly schedules: readonly ScheduledBackgroundFunction[];
  readonly queues: readonly QueueBackgroundFunction[];
  readonly logs: readonly BackgroundFunction[];
}

export class Observability extends Construct {
  readonly alarmTopic: Topic;

  /** Create this construct last: the dashboard includes only functions that already exist in the stack. */
  constructor(scope: Construct, id: string, props: ObservabilityProps) {
    super(scope, id);
    const { shared, apiStage, accessLog, streams, schedules, queues, logs } = props;
    const { stage, table, logGroup } = shared;
    const logMetrics = new LogMetrics(this, 'LogMetrics', { stage, accessLog, functionLog: logGroup });
    const monitored = { stage, apiStage, table, logMetrics, streams, schedules, queues, logs };
    const { alarms, topic } = new Alarms(this, 'Alarms', monitored);
    this.alarmTopic = topic;
    new StageDashboard(this, 'Dashboard', {
      ...monitored,
      alarms,
      functions: Stack.of(this)
        .node.findAll()
        .filter((construct) => construct instanceof LambdaFunction),
      logGroups: [logGroup, accessLog],
    });
  }
}
