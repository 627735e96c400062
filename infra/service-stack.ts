import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Bundles } from '#infra/constructs/bundles.ts';
import { Endpoints } from '#infra/constructs/endpoints.ts';
import { ExportFiles } from '#infra/constructs/export-files.ts';
import { LogFunctions } from '#infra/constructs/log-functions.ts';
import { Observability } from '#infra/constructs/observability.ts';
import { OperatorPolicy } from '#infra/constructs/operator-policy.ts';
import { QueueFunctions } from '#infra/constructs/queue-functions.ts';
import { QueuePolicy } from '#infra/constructs/queue-policy.ts';
import { Schedules } from '#infra/constructs/schedules.ts';
import type { SharedResources } from '#infra/constructs/service-function.ts';
import { ServiceTable } from '#infra/constructs/service-table.ts';
import { SigningKeys } from '#infra/constructs/signing-keys.ts';
import { StreamFunctions } from '#infra/constructs/stream-functions.ts';
import type { Stage } from './stage.ts';

interface ServiceStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundles: Bundles;
  /** The web ACL of a stage with the setting `edge`. */
  readonly webAclArn?: string;
}

export class ServiceStack extends Stack {
  readonly alarmTopic: ITopic;

  constructor(scope: Construct, id: string, { stage, bundles, webAclArn, ...props }: ServiceStackProps) {
    // CloudFormation accepts at most 1 MB.
    super(scope, id, {
      ...props,
      terminationProtection: stage.keepsData,
      suppressTemplateIndentation: true,
    });
    const { table } = new ServiceTable(this, 'Table', { stage });
    const { secret } = new SigningKeys(this, 'SigningKeys', { stage });
    const logGroup = new LogGroup(this, 'Logs', {
      retention: stage.logRetentionDays,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const { bucket: exportFiles } = new ExportFiles(this, 'ExportFiles', { stage });
    const resources = { stage, bundles, table, logGroup, exportFiles };
    const endpoints = new Endpoints(this, 'Endpoints', { resources, signingKeys: secret, webAclArn });
    const shared: SharedResources = { ...resources, apiUrl: endpoints.url };
    const { functions: queues } = new QueueFunctions(this, 'Queues', { shared });
    const { functions: streams } = new StreamFunctions(this, 'Streams', {
      shared,
      queues: Object.values(queues),
    });
    const { functions: logs } = new LogFunctions(this, 'LogFunctions', {
      shared,
      clickQueue: queues.storeClicks.queue,
    });
    const { functions: schedules } = new Schedules(this, 'Schedules', { shared, signingKeys: secret });
    new QueuePolicy(this, 'QueuePolicy');
    const { apiStage, accessLog } = endpoints;
    const background = { streams, schedules, queues: Object.values(queues), logs };
    const { alarmTopic } = new Observability(this, 'Observability', {
      shared,
      apiStage,
      accessLog,
      ...background,
    });
    this.alarmTopic = alarmTopic;
    const { policy } = new OperatorPolicy(this, 'Operator', { stage, table, signingKeys: secret });
    new CfnOutput(this, 'OperatorPolicyArn', { value: policy.managedPolicyArn });
    new CfnOutput(this, 'ApiUrl', { value: endpoints.url });
    new CfnOutput(this, 'Account', { value: this.account });
    new CfnOutput(this, 'Region', { value: this.region });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'LogGroupName', { value: logGroup.logGroupName });
    new CfnOutput(this, 'AccessLogGroupName', { value: accessLog.logGroupName });
  }
}
