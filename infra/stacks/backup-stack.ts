import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  BackupVaultEvents,
} from 'aws-cdk-lib/aws-backup';
import { Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Schedule } from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { type Backup, backupDays, vaultOf } from '#infra/backup.ts';
import { createAlarm } from '#infra/constructs/alarm.ts';
import type { AlarmDefinition } from '#infra/constructs/alarm-shape.ts';
import type { AlarmTopics } from '#infra/constructs/alarm-topics.ts';
import { orZero } from '#infra/constructs/rates.ts';
import { resourceName, type Stage, tableNameOf } from '#infra/stage.ts';
import { StageStack } from './stage-stack.ts';

/**
 * AWS Backup reports a copy in the region of the stage, with the name of the vault that receives it. Without a backup there is no copy.
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/cloudwatch.html
 */
const missingCopies = ({ copyTo }: Backup): AlarmDefinition => ({
  name: 'copies-missing',
  description: 'No backup of the table was copied to the vault in the other account for two days.',
  metric: orZero(
    new Metric({
      namespace: 'AWS/Backup',
      metricName: 'NumberOfCopyJobsCompleted',
      dimensionsMap: { BackupVaultName: vaultOf(copyTo).name ?? '' },
      statistic: 'Sum',
    }),
    Duration.days(1),
  ),
  threshold: 1,
  below: true,
  periods: [2, 2],
  treatMissingData: TreatMissingData.BREACHING,
});

/** Backs up the table once a day, and copies each backup to a vault in another account and region. */
export class BackupStack extends StageStack {
  constructor(scope: Construct, stage: Stage, backup: Backup, topics: AlarmTopics) {
    super(scope, stage, 'backup');
    const name = resourceName(stage);
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: name,
      // An administrator of this account must change this policy before deleting a backup. The copies are out of reach.
      blockRecoveryPointDeletion: true,
      removalPolicy: RemovalPolicy.RETAIN,
      notificationTopic: topics.other,
      notificationEvents: [
        BackupVaultEvents.BACKUP_JOB_FAILED,
        BackupVaultEvents.BACKUP_JOB_EXPIRED,
        BackupVaultEvents.COPY_JOB_FAILED,
      ],
    });
    const copies = BackupVault.fromBackupVaultArn(this, 'Copies', backup.copyTo);
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: name,
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
          startWindow: Duration.hours(1),
          completionWindow: Duration.hours(12),
          deleteAfter: Duration.days(backupDays.local),
          copyActions: [{ destinationBackupVault: copies, deleteAfter: Duration.days(backupDays.copies) }],
        }),
      ],
    });
    const tableArn = this.formatArn({
      service: 'dynamodb',
      resource: 'table',
      resourceName: tableNameOf(stage),
    });
    const selection = plan.addSelection('Table', {
      backupSelectionName: 'table',
      resources: [BackupResource.fromArn(tableArn)],
    });
    acknowledge(selection, 'backupRole');
    createAlarm(this, { definition: missingCopies(backup), stage, topics });
  }
}
