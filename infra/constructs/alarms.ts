import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { resourceName, type Stage } from '#infra/stage.ts';
import { createAlarm } from './alarm.ts';
import { alarmDefinitions, type MonitoredResources } from './alarm-definitions.ts';
import { AlarmTopics } from './alarm-topics.ts';

export class Alarms extends Construct {
  readonly alarms: readonly Alarm[];
  readonly topics: AlarmTopics;

  constructor(scope: Construct, id: string, monitored: MonitoredResources) {
    super(scope, id);
    this.topics = new AlarmTopics(this, 'Topics', monitored.stage);
    this.createBudget(monitored.stage);
    this.alarms = alarmDefinitions(monitored).map((definition) =>
      createAlarm(this, { definition, stage: monitored.stage, topics: this.topics }),
    );
  }

  /** AWS sends the warnings itself. A budget belongs to the account, so it counts all stages of the account. */
  private createBudget({ name, monthlyBudget, alarmEmails = [] }: Stage): void {
    if (monthlyBudget === undefined) return;
    const subscribers = alarmEmails.map((address) => ({ subscriptionType: 'EMAIL', address }));
    const warnings = [
      { notificationType: 'ACTUAL', threshold: 80 },
      { notificationType: 'FORECASTED', threshold: 100 },
    ];
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: resourceName({ name }),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyBudget, unit: 'USD' },
      },
      notificationsWithSubscribers: warnings.map((warning) => ({
        notification: { ...warning, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers,
      })),
    });
  }
}
