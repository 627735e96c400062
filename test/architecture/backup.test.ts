// Tests the daily backups of a stage with the setting `backup`.
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { parseStage, stageOf } from '#infra/stage.ts';
import { findings } from '#test/support/findings.ts';
import type { Json } from '#test/support/json.ts';
import { appOf, emptyBundles } from '#test/support/stack.ts';
import { exampleAccount, exampleBackup, withBackup } from '#test/support/stages.ts';

const { app, stack } = appOf(withBackup(parseStage('prod')), emptyBundles());
const backupStack = app.node.findChild('creator-affiliate-prod-backup') as typeof stack;
const template = Template.fromStack(backupStack);
const [service] = [Template.fromStack(stack)];
const only = (type: string): Json => {
  const found = Object.values(template.findResources(type));
  expect(found, type).toHaveLength(1);
  return found[0];
};

describe('the backups of a stage', () => {
  test('the plan backs up the table once a day, keeps two backups, and seven copies in the other account and region', () => {
    const { BackupPlanRule: rules } = only('AWS::Backup::BackupPlan').Properties.BackupPlan;
    expect(rules).toMatchObject([
      {
        ScheduleExpression: 'cron(0 3 * * ? *)',
        StartWindowMinutes: 60,
        CompletionWindowMinutes: 12 * 60,
        Lifecycle: { DeleteAfterDays: 2 },
        CopyActions: [{ DestinationBackupVaultArn: exampleBackup.copyTo, Lifecycle: { DeleteAfterDays: 7 } }],
      },
    ]);
    const { Resources } = only('AWS::Backup::BackupSelection').Properties.BackupSelection;
    expect(JSON.stringify(Resources)).toContain('table/creator-affiliate-prod');
  });

  test('the vault remains when the stack is deleted, and its backups cannot be deleted', () => {
    const { DeletionPolicy, Properties } = only('AWS::Backup::BackupVault');
    expect(DeletionPolicy).toBe('Retain');
    expect(Properties.AccessPolicy.Statement).toMatchObject([
      { Effect: 'Deny', Action: expect.arrayContaining(['backup:DeleteRecoveryPoint']) },
    ]);
  });

  test('the recipients of alarms learn of failed backups and copies', () => {
    const { Notifications } = only('AWS::Backup::BackupVault').Properties;
    expect(Notifications.BackupVaultEvents).toEqual([
      'BACKUP_JOB_FAILED',
      'BACKUP_JOB_EXPIRED',
      'COPY_JOB_FAILED',
    ]);
    const policies = JSON.stringify([
      service.findResources('AWS::SNS::TopicPolicy'),
      service.findResources('AWS::KMS::Key'),
    ]);
    expect(policies.match(/backup\.amazonaws\.com/g)).toHaveLength(2);
  });

  test('an alarm is raised if no copy has arrived for two days, also if no backup has run', () => {
    const { AlarmName, AlarmActions, ...alarm } = only('AWS::CloudWatch::Alarm').Properties;
    // AWS Backup reports a copy in the region of its source.
    expect(backupStack.region).toBe(exampleAccount.region);
    const [expression, { MetricStat }] = alarm.Metrics;
    expect(expression.Expression).toBe('FILL(metric, 0)');
    expect(MetricStat).toMatchObject({
      Metric: {
        Namespace: 'AWS/Backup',
        MetricName: 'NumberOfCopyJobsCompleted',
        Dimensions: [{ Name: 'BackupVaultName', Value: 'copies' }],
      },
      Period: 24 * 60 * 60,
    });
    expect(alarm).toMatchObject({
      EvaluationPeriods: 2,
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    });
    expect(AlarmName).toBe('creator-affiliate-prod-copies-missing');
    expect(JSON.stringify(AlarmActions)).toContain('Topic');
  });

  test('the stack of the backups has no cdk-nag finding without an acknowledgement', () => {
    expect(findings(backupStack)).toEqual([]);
  });

  test('a stage without the setting has no backup stack and allows AWS Backup nothing', () => {
    const without = appOf(parseStage('prod'), emptyBundles());
    expect(without.app.node.tryFindChild('creator-affiliate-prod-backup')).toBeUndefined();
    expect(JSON.stringify(Template.fromStack(without.stack).toJSON())).not.toContain('backup.amazonaws.com');
  });
});

test.each([
  [
    'a vault of the same account',
    exampleAccount,
    `arn:aws:backup:eu-west-1:${exampleAccount.account}:backup-vault:copies`,
    'Use a vault in another account',
  ],
  [
    'a vault of the same region',
    exampleAccount,
    exampleBackup.copyTo.replace('eu-west-1', exampleAccount.region),
    'prod.backup.copyTo: Use a vault in another region than eu-central-1',
  ],
  [
    'no vault',
    exampleAccount,
    'copies',
    '"copies" is not a backup vault: use arn:aws:backup:<region>:<account>:backup-vault:<name>',
  ],
  ['a stage without an account', {}, exampleBackup.copyTo, 'Set `account` and `region`'],
])('infra/stage.ts refuses backups with %s', (_, account, copyTo, message) => {
  const { name, account: __, region: ___, ...settings } = parseStage('prod');
  const make = () => stageOf(name, { ...settings, ...account, backup: { ...exampleBackup, copyTo } });
  expect(make).toThrow(message);
});
