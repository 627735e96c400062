import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import { resourceName, type Stage } from '#infra/stage.ts';
import type { AlarmDefinition } from './alarm-shape.ts';
import type { AlarmTopics } from './alarm-topics.ts';

interface AlarmProps {
  readonly definition: AlarmDefinition;
  readonly stage: Stage;
  /** An alarm without topics notifies nobody. */
  readonly topics?: AlarmTopics;
}

export function createAlarm(scope: Construct, { definition, stage, topics }: AlarmProps): Alarm {
  const {
    name,
    runbook = name,
    description,
    metric,
    threshold,
    below,
    periods: [datapointsToAlarm, evaluationPeriods] = [1, 1],
    treatMissingData,
    isUrgent = false,
  } = definition;
  const alarm = new Alarm(scope, name, {
    alarmName: `${resourceName(stage)}-${name}`,
    alarmDescription: `${description} Runbook: docs/incidents.md#${runbook}`,
    metric,
    threshold,
    comparisonOperator: below
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    datapointsToAlarm,
    evaluationPeriods,
    treatMissingData: treatMissingData ?? TreatMissingData.NOT_BREACHING,
  });
  if (topics === undefined) return alarm;
  const notify = new SnsAction(isUrgent ? topics.urgent : topics.other);
  alarm.addAlarmAction(notify);
  if (stage.notifiesRecovery) alarm.addOkAction(notify);
  return alarm;
}
