// The alarms of what nobody waits for, so that nobody would notice: the functions behind the stream and the clock.
import { Duration } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { kebab } from '#lib/shared/text.ts';
import type { AlarmTerms } from './alarm-shape.ts';
import type { OnSchedule, UnattendedFunction } from './dead-letters.ts';
import { millisecondsOf } from './schedule-sources.ts';

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);

const fails =
  (failures: number) =>
  ({ name, handler, deadLetters }: UnattendedFunction): readonly AlarmTerms[] => [
    {
      name: `${kebab(name)}-errors`,
      means: `The function ${name} failed ${failures === 1 ? 'once' : `${failures} times`} or more in 5 minutes.`,
      metric: handler.metricErrors({ period: fiveMinutes }),
      threshold: failures,
    },
    {
      name: `${kebab(name)}-dead-letters`,
      means: `What ${name} could not do, however often it was tried, waits in its queue of dead letters for 14 days.`,
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({
        period: fiveMinutes,
        statistic: 'Maximum',
      }),
      threshold: 1,
      // A queue that nobody touches is not measured after some hours: what waits in it still waits.
      missing: TreatMissingData.IGNORE,
    },
  ];

const fallsBehind = ({ name, handler }: UnattendedFunction): AlarmTerms => ({
  name: `${kebab(name)}-iterator-age`,
  means: `${name} is a minute or more behind the table, for 5 minutes. After 24 hours the stream forgets.`,
  metric: handler.metric('IteratorAge', { period: minute, statistic: 'Maximum' }),
  threshold: Duration.minutes(1).toMilliseconds(),
  periods: [5, 5],
});

/** One run that came late leaves a period without any, and so may one that was missed: three in a row do not pass by themselves. */
const missedRuns = 3;

const isOverdue = ({ name, handler, every }: OnSchedule): AlarmTerms => ({
  name: `${kebab(name)}-overdue`,
  means: `${name}, which is to run every ${every.replace(/^1 /, '')}, has not run ${missedRuns} times in a row.`,
  metric: handler.metricInvocations({ period: Duration.millis(millisecondsOf(every)) }),
  threshold: 1,
  below: true,
  periods: [missedRuns, missedRuns],
  missing: TreatMissingData.BREACHING,
});

/** A batch of a stream is tried again at once: one failure is none yet. */
export const ofStream = (one: UnattendedFunction): readonly AlarmTerms[] => [
  fallsBehind(one),
  ...fails(3)(one),
];

/** A run of the clock that failed is tried twice more within the hour; what it has left undone waits for the next run. */
export const ofSchedule = (one: OnSchedule): readonly AlarmTerms[] => [isOverdue(one), ...fails(1)(one)];
