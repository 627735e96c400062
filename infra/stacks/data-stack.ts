import { RemovalPolicy } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IManagedPolicy } from 'aws-cdk-lib/aws-iam';
import { type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { AccessLog } from '#infra/constructs/access-log.ts';
import { ExportFiles } from '#infra/constructs/export-files.ts';
import { OperatorPolicy } from '#infra/constructs/operator-policy.ts';
import { PaymentKey } from '#infra/constructs/payment-key.ts';
import { ServiceTable } from '#infra/constructs/service-table.ts';
import { SigningKeys } from '#infra/constructs/signing-keys.ts';
import type { Stage } from '#infra/stage.ts';
import { StageStack } from './stage-stack.ts';

/** Contains everything that a stage keeps. All other stacks can be deleted and deployed again. */
export class DataStack extends StageStack {
  readonly table: ITableV2;
  readonly signingKeys: ISecret;
  readonly paymentKey: ISecret;
  readonly exportFiles: IBucket;
  readonly logGroup: ILogGroup;
  readonly subscriberLogGroup: ILogGroup;
  readonly accessLog: ILogGroup;
  readonly operatorPolicy: IManagedPolicy;

  constructor(scope: Construct, stage: Stage) {
    super(scope, stage, 'data');
    this.table = new ServiceTable(this, 'Table', { stage }).table;
    this.signingKeys = new SigningKeys(this, 'SigningKeys', { stage }).secret;
    this.paymentKey = new PaymentKey(this, 'PaymentKey', { stage }).secret;
    const logs = {
      retention: stage.logRetentionDays,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    };
    this.logGroup = new LogGroup(this, 'Logs', logs);
    this.subscriberLogGroup = new LogGroup(this, 'LogsOfSubscribers', logs);
    const { logGroup } = this;
    this.exportFiles = new ExportFiles(this, 'ExportFiles', { stage, logGroup }).bucket;
    this.accessLog = new AccessLog(this, 'AccessLog', { stage }).logGroup;
    const { table, signingKeys } = this;
    this.operatorPolicy = new OperatorPolicy(this, 'Operator', { stage, table, signingKeys }).policy;
  }
}
