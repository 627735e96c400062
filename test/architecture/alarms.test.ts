// The alarms of a stage: on what there is, told to someone, and said what they mean.
import { describe, expect, test } from 'vitest';
import { millisecondsOf, scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import { parseStage } from '#infra/stage.ts';
import { kebab } from '#lib/shared/text.ts';
import type { Json } from '#test/support/json.ts';
import { exists, metricsOfAlarm } from '#test/support/metrics.ts';
import { emptyBundles, SynthesizedStack } from '#test/support/stack.ts';
import { withNightWatch } from '#test/support/stages.ts';

const bundles = emptyBundles();
const dev = new SynthesizedStack('dev', bundles);
const prod = new SynthesizedStack(withNightWatch(parseStage('prod')), bundles);
const alarms = dev.all('AWS::CloudWatch::Alarm');
const alarm = (name: string) => {
  const found = alarms.find(({ Properties }) => Properties.AlarmName === `${dev.name}-${name}`);
  if (found === undefined) throw new Error(`There is no alarm ${name}`);
  return found;
};

describe('an alarm', () => {
  test.each(alarms.map((one) => [one.Properties.AlarmName, one] as const))(
    '%s is on metrics that there are, says what it means, and where to read what to do',
    (fullName, one) => {
      const metrics = metricsOfAlarm(one);
      expect(metrics.filter((metric) => !exists(dev, metric))).toEqual([]);
      expect(metrics.length).toBeGreaterThan(0);
      const name = fullName.replace(`${dev.name}-`, '');
      expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
      const [means = '', whatToDo] = one.Properties.AlarmDescription.split(' Runbook: ');
      expect(means).toMatch(/^\S.{20,}\.$/);
      expect(whatToDo).toBe(`docs/operations.md#${name}`);
    },
  );

  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
  test('looks no further back, and at no more metrics, than CloudWatch lets it', () => {
    const [hour, day] = [60 * 60, 24 * 60 * 60];
    for (const one of alarms) {
      const { AlarmName, EvaluationPeriods, DatapointsToAlarm, Period, Metrics = [] } = one.Properties;
      const period = Period ?? Math.max(...Metrics.map(({ MetricStat }: Json) => MetricStat?.Period ?? 0));
      expect(period * EvaluationPeriods, AlarmName).toBeLessThanOrEqual(period < hour ? day : 7 * day);
      expect(DatapointsToAlarm, AlarmName).toBeLessThanOrEqual(EvaluationPeriods);
      expect(metricsOfAlarm(one).length, AlarmName).toBeLessThanOrEqual(10);
    }
  });

  test('is told to the topic; in prod also when it is over', () => {
    for (const [stack, tellsRecovery] of [
      [dev, false],
      [prod, true],
    ] as const) {
      for (const { Properties } of stack.all('AWS::CloudWatch::Alarm')) {
        const { AlarmActions, OKActions = [] } = Properties;
        expect(AlarmActions.map((one: unknown) => stack.behind(one).Type)).toEqual(['AWS::SNS::Topic']);
        expect(OKActions).toEqual(tellsRecovery ? AlarmActions : []);
      }
    }
  });

  test('is there for 5xx, p99, throttles at each level, failed logins, and clicks that were not stored', () => {
    expect(alarm('api-errors').Properties).toMatchObject({ MetricName: '5xx', Statistic: 'Sum' });
    expect(alarm('api-latency').Properties).toMatchObject({
      MetricName: 'Latency',
      ExtendedStatistic: 'p99',
    });
    const link = alarm('follow-link-latency').Properties;
    expect(link).toMatchObject({ ExtendedStatistic: 'p99' });
    expect(link.Threshold).toBeLessThan(alarm('api-latency').Properties.Threshold);
    expect(metricsOfAlarm(alarm('gateway-throttles'))[0]).toMatchObject({
      namespace: 'CreatorAffiliate/dev',
    });
    expect(alarm('function-throttles').Properties).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'Throttles',
    });
    const names = metricsOfAlarm(alarm('table-throttles')).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(['ReadThrottleEvents', 'WriteThrottleEvents']));
    expect(alarm('login-failures').Properties.MetricName).toBe('LoginFailed');
    expect(alarm('clicks-not-stored').Properties.MetricName).toBe('ClickNotStored');
  });

  test('tells when a stream is behind, a schedule has not run, and when either of them fails', () => {
    for (const name of Object.keys(streamFunctions).map(kebab)) {
      expect(alarm(`${name}-iterator-age`).Properties).toMatchObject({
        MetricName: 'IteratorAge',
        Threshold: 60_000,
      });
      expect(alarm(`${name}-errors`).Properties.MetricName).toBe('Errors');
    }
    for (const [name, { every }] of Object.entries(scheduledFunctions)) {
      const {
        Period,
        EvaluationPeriods,
        DatapointsToAlarm,
        Threshold,
        ComparisonOperator,
        TreatMissingData,
      } = alarm(`${kebab(name)}-overdue`).Properties;
      expect([Period * 1000, EvaluationPeriods, DatapointsToAlarm]).toEqual([millisecondsOf(every), 3, 3]);
      expect([Threshold, ComparisonOperator]).toEqual([1, 'LessThanThreshold']);
      expect(TreatMissingData).toBe('breaching');
      expect(alarm(`${kebab(name)}-errors`).Properties.Threshold).toBe(1);
    }
  });

  test('tells of dead letters in any queue, and is not over while nobody measures it', () => {
    const watched = alarms.filter(({ Properties }) => Properties.Namespace === 'AWS/SQS');
    const queues = watched.map(({ Properties }) => dev.behind(Properties.Dimensions[0].Value).id);
    expect(queues.toSorted()).toEqual(
      dev
        .all('AWS::SQS::Queue')
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(new Set(watched.map(({ Properties }) => Properties.TreatMissingData))).toEqual(
      new Set(['ignore']),
    );
  });
});

describe('the topic of alarms', () => {
  test('is encrypted by a key that CloudWatch may use for this account, and turns once a year', () => {
    const key = dev.behind(dev.only('AWS::SNS::Topic').Properties.KmsMasterKeyId);
    expect(key.Properties.EnableKeyRotation).toBe(true);
    const { Statement } = key.Properties.KeyPolicy;
    expect(Statement).toContainEqual({
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
      Resource: '*',
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
    expect(Statement).toHaveLength(2);
  });

  test('takes what comes from this account’s alarms, over TLS, and nothing else', () => {
    const { Statement } = dev.only('AWS::SNS::TopicPolicy').Properties.PolicyDocument;
    const effects = Statement.map(({ Effect, Principal, Action }: Record<string, unknown>) => [
      Effect,
      Principal,
      Action,
    ]);
    expect(effects).toEqual([
      ['Deny', '*', 'sns:Publish'],
      ['Allow', { Service: 'cloudwatch.amazonaws.com' }, 'sns:Publish'],
    ]);
  });

  test('writes to the addresses that the stage names', () => {
    const subscriptions = prod.all('AWS::SNS::Subscription').map(({ Properties }) => Properties);
    expect(subscriptions.map(({ Protocol, Endpoint }) => [Protocol, Endpoint])).toEqual([
      ['email', 'night@example.com'],
    ]);
    expect(dev.all('AWS::SNS::Subscription')).toEqual([]);
  });
});
