import { Aws, CfnOutput, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { resourceName, type Stage } from '#infra/stage.ts';

const allowCloudWatch = (actions: readonly string[], resource: string): PolicyStatement =>
  new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: [...actions],
    resources: [resource],
    conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
  });

/** Notify people: `urgent` at any hour, because callers or visitors are refused now, and `other` by the next morning. */
export class AlarmTopics extends Construct {
  readonly urgent: Topic;
  readonly other: Topic;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const { alarmEmails = [], urgentAlarmEmails = [] } = stage;
    const masterKey = this.createKey(stage);
    this.urgent = this.createTopic('UrgentAlarmTopic', `Urgent alarms of ${resourceName(stage)}`, masterKey, [
      ...alarmEmails,
      ...urgentAlarmEmails,
    ]);
    this.other = this.createTopic('AlarmTopic', `Alarms of ${resourceName(stage)}`, masterKey, alarmEmails);
  }

  /** Alarms cannot publish to a topic that is encrypted with the AWS managed key. In the policy of a key, the resource `*` is the key itself. */
  private createKey(stage: Stage): Key {
    const key = new Key(this, 'Key', {
      description: `Alarms of ${resourceName(stage)}`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(allowCloudWatch(['kms:Decrypt', 'kms:GenerateDataKey'], '*'));
    if (stage.backup !== undefined)
      key.grant(new ServicePrincipal('backup.amazonaws.com'), 'kms:Decrypt', 'kms:GenerateDataKey');
    return key;
  }

  /** A pager subscribes to the topic of the output. */
  private createTopic(id: string, displayName: string, masterKey: Key, emails: readonly string[]): Topic {
    const topic = new Topic(this, id, { displayName, masterKey, enforceSSL: true });
    topic.addToResourcePolicy(allowCloudWatch(['sns:Publish'], topic.topicArn));
    for (const address of new Set(emails))
      acknowledge(topic.addSubscription(new EmailSubscription(address)), 'emailSubscription');
    new CfnOutput(this, `${id}Arn`, { value: topic.topicArn }).overrideLogicalId(`${id}Arn`);
    return topic;
  }
}
