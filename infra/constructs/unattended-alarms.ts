// The alarms of what nobody waits for, so that nobody would notice: the functions behind the stream and the clock.
import { Duration } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { kebab } from '#lib/shared/text.ts';
import type { AlarmDefinition } from './alarm-shape.ts';
import type { BackgroundFunction, ScheduledBackgroundFunction } from './dead-letters.ts';
import { millisecondsOf } from './schedule-sources.ts';

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);

const failureAlarms =
  (failures: number) =>
  ({ name, handler, deadLetters }: BackgroundFunction): readonly AlarmDefinition[] => [
    {
      name: `${kebab(name)}-errors`,
      description: `The function ${name} failed ${failures === 1 ? 'once' : `${failures} times`} or more in 5 minutes.`,
      metric: handler.metricErrors({ period: fiveMinutes }),
      threshold: failures,
    },
    {
      name: `${kebab(name)}-dead-letters`,
      description: `What ${name} could not do, however often it was tried, waits in its queue of dead letters for 14 days.`,
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({
        period: fiveMinutes,
        statistic: 'Maximum',
      }),
      threshold: 1,
      // A queue that nobody touches is not measured after some hours: what waits in it still waits.
      treatMissingData: TreatMissingData.IGNORE,
    },
  ];

const iteratorAgeAlarm = ({ name, handler }: BackgroundFunction): AlarmDefinition => ({
  name: `${kebab(name)}-iterator-age`,
  description: `${name} is a minute or more behind the table, for 5 minutes. After 24 hours the stream forgets.`,
  metric: handler.metric('IteratorAge', { period: minute, statistic: 'Maximum' }),
  threshold: Duration.minutes(1).toMilliseconds(),
  periods: [5, 5],
});

/** One run that came late leaves a period without any, and so may source that was missed: three in a row do not pass by themselves. */
const missedRuns = 3;

const overdueAlarm = ({ name, handler, every }: ScheduledBackgroundFunction): AlarmDefinition => ({
  name: `${kebab(name)}-overdue`,
  description: `${name}, which is to run every ${every.replace(/^1 /, '')}, has not run ${missedRuns} times in a row.`,
  metric: handler.metricInvocations({ period: Duration.millis(millisecondsOf(every)) }),
  threshold: 1,
  below: true,
  periods: [missedRuns, missedRuns],
  treatMissingData: TreatMissingData.BREACHING,
});

/** A batch of a stream is tried again at once: source failure is none yet. */
export const streamAlarms = (source: BackgroundFunction): readonly AlarmDefinition[] => [
  iteratorAgeAlarm(source),
  ...failureAlarms(3)(source),
];

/** A run of the clock that failed is tried twice more within the hour; what it has left undone waits for the next run. */
export const scheduleAlarms = (source: ScheduledBackgroundFunction): readonly AlarmDefinition[] => [
  overdueAlarm(source),
  ...failureAlarms(1)(source),
];
