// The dashboard of a stage: what callers see, what becomes of clicks, what lies below, and what it costs.
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { AlarmStatusWidget, Dashboard, type IAlarm, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { resourceName, type Stage } from '../stage.ts';
import { rows } from './dashboard-rows.ts';
import type { UnattendedFunction } from './dead-letters.ts';
import type { LogMetrics } from './log-metrics.ts';

export interface DashboardProps {
  readonly stage: Stage;
  readonly apiStage: HttpStage;
  readonly table: ITableV2;
  readonly functions: readonly LambdaFunction[];
  readonly streams: readonly UnattendedFunction[];
  readonly schedules: readonly UnattendedFunction[];
  readonly logGroups: readonly ILogGroup[];
  readonly logMetrics: LogMetrics;
  readonly alarms: readonly IAlarm[];
}

export class StageDashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const name = resourceName(props.stage);
    const heading = `# ${name}\nWhat each alarm means and what to do: docs/operations.md`;
    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName: name });
    dashboard.addWidgets(new TextWidget({ markdown: heading, width: 24, height: 2 }));
    dashboard.addWidgets(
      new AlarmStatusWidget({ title: 'Alarms', alarms: [...props.alarms], width: 24, height: 4 }),
    );
    for (const row of rows) dashboard.addWidgets(...row(props));
  }
}
