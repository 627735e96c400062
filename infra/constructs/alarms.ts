// The alarms of a stage, and the topic that tells of them.
import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { resourceName, type Stage } from '#infra/stage.ts';
import type { AlarmTerms } from './alarm-shape.ts';
import { alarmTerms, type Watched } from './alarm-terms.ts';

/** What CloudWatch may do for alarms of this account, and of no other. */
const forAlarms = (actions: readonly string[], resource: string): PolicyStatement =>
  new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: [...actions],
    resources: [resource],
    conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
  });

export class Alarms extends Construct {
  readonly alarms: readonly Alarm[];
  readonly topic: Topic;

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    this.topic = this.createTopic(watched.stage);
    this.alarms = alarmTerms(watched).map((terms) => this.createAlarm(terms, watched.stage));
  }

  private createTopic(stage: Stage): Topic {
    // AWS's own key for SNS lets no alarm publish. In a key's policy, `*` is the key itself.
    const masterKey = new Key(this, 'Key', {
      description: `Alarms of ${resourceName(stage)}`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    masterKey.addToResourcePolicy(forAlarms(['kms:Decrypt', 'kms:GenerateDataKey'], '*'));
    const topic = new Topic(this, 'Topic', {
      displayName: `Alarms of ${resourceName(stage)}`,
      masterKey,
      enforceSSL: true,
    });
    topic.addToResourcePolicy(forAlarms(['sns:Publish'], topic.topicArn));
    for (const address of stage.alarmEmails ?? []) {
      acknowledge(topic.addSubscription(new EmailSubscription(address)), 'mail');
    }
    return topic;
  }

  private createAlarm(terms: AlarmTerms, stage: Stage): Alarm {
    const { name, means, metric, threshold, below, periods: [failing, outOf] = [1, 1], missing } = terms;
    const alarm = new Alarm(this, name, {
      alarmName: `${resourceName(stage)}-${name}`,
      alarmDescription: `${means} What to do: docs/operations.md#${name}`,
      metric,
      threshold,
      comparisonOperator: below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm: failing,
      evaluationPeriods: outOf,
      treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
    });
    const tell = new SnsAction(this.topic);
    alarm.addAlarmAction(tell);
    if (stage.tellsRecovery) alarm.addOkAction(tell);
    return alarm;
  }
}
