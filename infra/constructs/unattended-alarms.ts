import { Duration } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Stage } from '#infra/stage.ts';
import { toKebabCase } from '#lib/foundation/shared/text.ts';
import type { AlarmDefinition } from './alarm-shape.ts';
import type {
  BackgroundFunction,
  QueueBackgroundFunction,
  ScheduledBackgroundFunction,
  StreamBackgroundFunction,
} from './dead-letters.ts';
import { polledEvents, writtenUnits } from './metrics.ts';
import { failureRate, isStopped, orZero } from './rates.ts';
import { millisecondsOf } from './schedule-sources.ts';

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);

/** SQS stops reporting metrics of an inactive queue, although its messages remain. */
const keepsState = TreatMissingData.IGNORE;

const deadLetterAlarm = ({ name, deadLetters }: BackgroundFunction, runbook?: string): AlarmDefinition => ({
  name: `${toKebabCase(name)}-dead-letters`,
  runbook,
  description: `The dead-letter queue of ${name} contains messages that could not be processed. They expire after 14 days.`,
  metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: fiveMinutes, statistic: 'Maximum' }),
  threshold: 1,
  treatMissingData: keepsState,
});

/** A function that runs rarely: each failure counts. */
const failureAlarm = ({ name, handler }: BackgroundFunction, runbook?: string): AlarmDefinition => ({
  name: `${toKebabCase(name)}-errors`,
  runbook,
  description: `The function ${name} failed at least once within 5 minutes.`,
  metric: handler.metricErrors({ period: fiveMinutes }),
  threshold: 1,
});

/** Lambda and SQS repeat a failed batch immediately, so a fault that lasts causes many failures. */
const repeatedFailureAlarm = ({ name, handler }: BackgroundFunction, runbook: string): AlarmDefinition => ({
  name: `${toKebabCase(name)}-errors`,
  runbook,
  description: `5% of the invocations of ${name}, and at least 3, failed within 5 minutes.`,
  metric: failureRate({
    failures: handler.metricErrors({ period: fiveMinutes }),
    requests: handler.metricInvocations({ period: fiveMinutes }),
    atLeast: 3,
    period: fiveMinutes,
  }),
  threshold: 5,
});

const iteratorAgeAlarm = ({ name, handler }: BackgroundFunction): AlarmDefinition => ({
  name: `${toKebabCase(name)}-iterator-age`,
  runbook: 'stream-iterator-age',
  description: `${name} was 1 minute or more behind the table for 5 minutes. The stream keeps records for 24 hours.`,
  metric: handler.metric('IteratorAge', { period: minute, statistic: 'Maximum' }),
  threshold: Duration.minutes(1).toMilliseconds(),
  periods: [5, 5],
});

const quarterHour = Duration.minutes(15);

/** Failed conditional writes consume units and leave no record in the stream. They consume far less than this. */
const fewestUnits = 100;

interface Written {
  readonly stage: Stage;
  readonly table: ITableV2;
}

/** A disabled event source has no iterator age. */
const streamStoppedAlarm = (
  { name, eventSource }: StreamBackgroundFunction,
  { table }: Written,
): AlarmDefinition => ({
  name: `${toKebabCase(name)}-stopped`,
  runbook: 'stream-stopped',
  isUrgent: true,
  description: `The table consumed at least ${fewestUnits} write units in 15 minutes, but ${name} read no records from its stream, which keeps them for 24 hours.`,
  metric: isStopped({
    work: writtenUnits(table),
    atLeast: fewestUnits,
    taken: polledEvents(eventSource),
    period: quarterHour,
  }),
  threshold: 1,
});

/** The next run makes up for a single late or missed run; three missed runs indicate a fault. */
const missedRuns = 3;

const overdueAlarm = ({ name, handler, every }: ScheduledBackgroundFunction): AlarmDefinition => {
  const period = Duration.millis(millisecondsOf(every));
  return {
    name: `${toKebabCase(name)}-overdue`,
    runbook: 'schedule-overdue',
    description: `${name} runs every ${every.replace(/^1 /, '')}, and has missed ${missedRuns} runs in a row.`,
    metric: orZero(handler.metricInvocations({ period }), period),
    threshold: 1,
    below: true,
    periods: [missedRuns, missedRuns],
    treatMissingData: TreatMissingData.BREACHING,
  };
};

export const streamAlarms = (
  source: StreamBackgroundFunction,
  written: Written,
): readonly AlarmDefinition[] => [
  iteratorAgeAlarm(source),
  ...(written.stage.keepsData ? [streamStoppedAlarm(source, written)] : []),
  repeatedFailureAlarm(source, 'stream-errors'),
  deadLetterAlarm(source),
];

export const scheduleAlarms = (source: ScheduledBackgroundFunction): readonly AlarmDefinition[] => [
  ...(source.isEnabled ? [overdueAlarm(source)] : []),
  failureAlarm(source),
  deadLetterAlarm(source, 'schedule-dead-letters'),
];

/** Delayed messages are not visible, so visible ones wait for a free instance of the function. */
const backlogAlarm = ({ name, queue }: QueueBackgroundFunction): AlarmDefinition => ({
  name: `${toKebabCase(name)}-backlog`,
  runbook: 'queue-backlog',
  description: `100 or more messages waited for ${name} for 5 minutes.`,
  metric: queue.metricApproximateNumberOfMessagesVisible({ period: minute, statistic: 'Maximum' }),
  threshold: 100,
  periods: [5, 5],
});

const queueStoppedAlarm = ({ name, queue, handler }: QueueBackgroundFunction): AlarmDefinition => ({
  name: `${toKebabCase(name)}-stopped`,
  runbook: 'queue-stopped',
  description: `Messages waited for 15 minutes, and ${name} took none of them. A message waits for at most 14 days.`,
  metric: isStopped({
    work: queue.metricApproximateNumberOfMessagesVisible({ period: quarterHour, statistic: 'Minimum' }),
    atLeast: 1,
    taken: handler.metricInvocations({ period: quarterHour }),
    period: quarterHour,
  }),
  threshold: 1,
  treatMissingData: keepsState,
});

/** CloudWatch Logs invokes the function, and Lambda repeats a failed invocation twice. */
export const logAlarms = (source: BackgroundFunction): readonly AlarmDefinition[] => [
  failureAlarm(source, 'queue-errors'),
  deadLetterAlarm(source),
];

export const queueAlarms = (source: QueueBackgroundFunction): readonly AlarmDefinition[] => [
  backlogAlarm(source),
  ...(source.isEnabled ? [queueStoppedAlarm(source)] : []),
  repeatedFailureAlarm(source, 'queue-errors'),
  deadLetterAlarm(source, 'queue-dead-letters'),
];
