// The alarms of what nobody waits for, so that nobody would notice: the functions behind the stream and the clock.
import { Duration } from 'aws-cdk-lib';
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { kebab } from '#lib/shared/text.ts';
import type { AlarmTerms } from './alarm-terms.ts';
import type { UnattendedFunction } from './dead-letters.ts';

const minute = Duration.minutes(1);
const fiveMinutes = Duration.minutes(5);
const day = Duration.days(1);

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

/** Every schedule runs once a day or more often. */
const isOverdue = ({ name, handler }: UnattendedFunction): AlarmTerms => ({
  name: `${kebab(name)}-overdue`,
  means: `${name} has not run for two days.`,
  metric: handler.metricInvocations({ period: day }),
  threshold: 1,
  below: true,
  periods: [2, 2],
  missing: TreatMissingData.BREACHING,
});

/** A batch of a stream is tried again at once: one failure is none yet. */
export const ofStream = (one: UnattendedFunction): readonly AlarmTerms[] => [
  fallsBehind(one),
  ...fails(3)(one),
];

/** A run of the clock that failed is tried twice more within the hour, and then not before the next day. */
export const ofSchedule = (one: UnattendedFunction): readonly AlarmTerms[] => [
  isOverdue(one),
  ...fails(1)(one),
];
