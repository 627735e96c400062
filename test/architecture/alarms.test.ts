// Tests the CloudWatch alarms of a stage: metrics, descriptions, actions and their topic.
import { describe, expect, test } from 'vitest';
import { queueFunctions } from '#infra/constructs/queue-sources.ts';
import { millisecondsOf, scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import { parseStage } from '#infra/stage.ts';
import { toKebabCase } from '#lib/shared/text.ts';
import type { Json } from '#test/support/json.ts';
import { metricExists, metricsOfAlarm } from '#test/support/metrics.ts';
import { emptyBundles, SynthesizedStack } from '#test/support/stack.ts';
import { withAlarmEmails } from '#test/support/stages.ts';

const bundles = emptyBundles();
const dev = new SynthesizedStack('dev', bundles);
const prod = new SynthesizedStack(withAlarmEmails(parseStage('prod')), bundles);
const alarms = dev.all('AWS::CloudWatch::Alarm');
const alarm = (name: string) => {
  const found = alarms.find(({ Properties }) => Properties.AlarmName === `${dev.name}-${name}`);
  if (found === undefined) throw new Error(`There is no alarm ${name}`);
  return found;
};

describe('each alarm', () => {
  test.each(alarms.map((one) => [one.Properties.AlarmName, one] as const))(
    '%s uses existing metrics, explains its meaning and links to its runbook section',
    (fullName, one) => {
      const metrics = metricsOfAlarm(one);
      expect(metrics.filter((metric) => !metricExists(dev, metric))).toEqual([]);
      expect(metrics.length).toBeGreaterThan(0);
      const name = fullName.replace(`${dev.name}-`, '');
      expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
      const [meaning = '', link] = one.Properties.AlarmDescription.split(' Runbook: ');
      expect(meaning).toMatch(/^\S.{20,}\.$/);
      expect(link).toBe(`docs/operations.md#${name}`);
    },
  );

  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
  test('stays within the CloudWatch limits on evaluation time and number of metrics', () => {
    const [hour, day] = [60 * 60, 24 * 60 * 60];
    for (const one of alarms) {
      const { AlarmName, EvaluationPeriods, DatapointsToAlarm, Period, Metrics = [] } = one.Properties;
      const period = Period ?? Math.max(...Metrics.map(({ MetricStat }: Json) => MetricStat?.Period ?? 0));
      expect(period * EvaluationPeriods, AlarmName).toBeLessThanOrEqual(period < hour ? day : 7 * day);
      expect(DatapointsToAlarm, AlarmName).toBeLessThanOrEqual(EvaluationPeriods);
      expect(metricsOfAlarm(one).length, AlarmName).toBeLessThanOrEqual(10);
    }
  });

  test('notifies the topic, and in prod also on recovery', () => {
    for (const [stack, notifiesRecovery] of [
      [dev, false],
      [prod, true],
    ] as const) {
      for (const { Properties } of stack.all('AWS::CloudWatch::Alarm')) {
        const { AlarmActions, OKActions = [] } = Properties;
        expect(AlarmActions.map((one: unknown) => stack.behind(one).Type)).toEqual(['AWS::SNS::Topic']);
        expect(OKActions).toEqual(notifiesRecovery ? AlarmActions : []);
      }
    }
  });
});

describe('the set of alarms', () => {
  test('covers 5xx responses, p99 latency, throttling of the gateway, functions and table, failed logins and clicks that were not stored', () => {
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

  test('covers late or failing stream consumers and overdue or failing schedules', () => {
    for (const name of Object.keys(streamFunctions).map(toKebabCase)) {
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
      } = alarm(`${toKebabCase(name)}-overdue`).Properties;
      expect([Period * 1000, EvaluationPeriods, DatapointsToAlarm]).toEqual([millisecondsOf(every), 3, 3]);
      expect([Threshold, ComparisonOperator]).toEqual([1, 'LessThanThreshold']);
      expect(TreatMissingData).toBe('breaching');
      expect(alarm(`${toKebabCase(name)}-errors`).Properties.Threshold).toBe(1);
    }
  });

  test('covers messages that wait and failures of queue functions', () => {
    for (const name of Object.keys(queueFunctions).map(toKebabCase)) {
      const { MetricName, Dimensions } = alarm(`${name}-backlog`).Properties;
      expect(MetricName).toBe('ApproximateNumberOfMessagesVisible');
      expect(dev.behind(Dimensions[0].Value).Properties.RedrivePolicy).toBeDefined();
      expect(alarm(`${name}-errors`).Properties.MetricName).toBe('Errors');
    }
  });

  test('contains one dead-letter alarm per dead-letter queue, which keeps its state while data is missing', () => {
    const watched = alarms.filter(({ Properties }) => Properties.AlarmName.endsWith('-dead-letters'));
    const queues = watched.map(({ Properties }) => dev.behind(Properties.Dimensions[0].Value).id);
    expect(queues.toSorted()).toEqual(
      dev
        .all('AWS::SQS::Queue')
        .filter(({ Properties }) => Properties.RedrivePolicy === undefined)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(new Set(watched.map(({ Properties }) => Properties.TreatMissingData))).toEqual(
      new Set(['ignore']),
    );
  });
});

describe('the alarm topic', () => {
  test('the alarm topic is encrypted with a rotating key that CloudWatch may use for this account only', () => {
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

  test('accepts messages only over TLS and from the alarms of this account', () => {
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

  test('sends e-mail to the addresses of the stage', () => {
    const subscriptions = prod.all('AWS::SNS::Subscription').map(({ Properties }) => Properties);
    expect(subscriptions.map(({ Protocol, Endpoint }) => [Protocol, Endpoint])).toEqual([
      ['email', 'night@example.com'],
    ]);
    expect(dev.all('AWS::SNS::Subscription')).toEqual([]);
  });
});
