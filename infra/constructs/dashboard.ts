import { AlarmStatusWidget, Dashboard, type IAlarm, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { resourceName } from '#infra/stage.ts';
import { type DashboardSources, rows } from './dashboard-rows.ts';

interface DashboardProps extends DashboardSources {
  readonly alarms: readonly IAlarm[];
}

export class StageDashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const name = resourceName(props.stage);
    const heading = `# ${name}\nThe runbook of each alarm is in docs/incidents.md`;
    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName: name });
    dashboard.addWidgets(new TextWidget({ markdown: heading, width: 24, height: 2 }));
    dashboard.addWidgets(
      new AlarmStatusWidget({ title: 'Alarms', alarms: [...props.alarms], width: 24, height: 4 }),
    );
    for (const row of rows) dashboard.addWidgets(...row(props));
  }
}
