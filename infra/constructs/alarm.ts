import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { resourceName, type Stage } from '#infra/stage.ts';
import type { AlarmDefinition } from './alarm-shape.ts';

interface AlarmProps {
  readonly definition: AlarmDefinition;
  readonly stage: Stage;
  readonly topic: ITopic;
}

export function createAlarm(scope: Construct, { definition, stage, topic }: AlarmProps): Alarm {
  const {
    name,
    runbook = name,
    description,
    metric,
    threshold,
    below,
    periods: [datapointsToAlarm, evaluationPeriods] = [1, 1],
    treatMissingData,
  } = definition;
  const alarm = new Alarm(scope, name, {
    alarmName: `${resourceName(stage)}-${name}`,
    alarmDescription: `${description} Runbook: docs/operations.md#${runbook}`,
    metric,
    threshold,
    comparisonOperator: below
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    datapointsToAlarm,
    evaluationPeriods,
    treatMissingData: treatMissingData ?? TreatMissingData.NOT_BREACHING,
  });
  const notify = new SnsAction(topic);
  alarm.addAlarmAction(notify);
  if (stage.notifiesRecovery) alarm.addOkAction(notify);
  return alarm;
}
