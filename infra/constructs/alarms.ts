import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { resourceName, type Stage } from '#infra/stage.ts';
import { createAlarm } from './alarm.ts';
import { alarmDefinitions, type MonitoredResources } from './alarm-definitions.ts';

const allowCloudWatch = (actions: readonly string[], resource: string): PolicyStatement =>
  new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: [...actions],
    resources: [resource],
    conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
  });

export class Alarms extends Construct {
  readonly alarms: readonly Alarm[];
  readonly topic: Topic;

  constructor(scope: Construct, id: string, monitored: MonitoredResources) {
    super(scope, id);
    this.topic = this.createTopic(monitored.stage);
    this.createBudget(monitored.stage);
    this.alarms = alarmDefinitions(monitored).map((definition) =>
      createAlarm(this, { definition, stage: monitored.stage, topic: this.topic }),
    );
  }

  private createTopic(stage: Stage): Topic {
    // Alarms cannot publish to a topic that is encrypted with the AWS managed key, so create a key.
    // In the policy of a key, the resource `*` is the key itself.
    const masterKey = new Key(this, 'Key', {
      description: `Alarms of ${resourceName(stage)}`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    masterKey.addToResourcePolicy(allowCloudWatch(['kms:Decrypt', 'kms:GenerateDataKey'], '*'));
    if (stage.backup !== undefined)
      masterKey.grant(new ServicePrincipal('backup.amazonaws.com'), 'kms:Decrypt', 'kms:GenerateDataKey');
    const topic = new Topic(this, 'Topic', {
      displayName: `Alarms of ${resourceName(stage)}`,
      masterKey,
      enforceSSL: true,
    });
    topic.addToResourcePolicy(allowCloudWatch(['sns:Publish'], topic.topicArn));
    for (const address of stage.alarmEmails ?? []) {
      acknowledge(topic.addSubscription(new EmailSubscription(address)), 'emailSubscription');
    }
    return topic;
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
