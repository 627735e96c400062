// Tests the CloudWatch alarms of a stage: metrics, descriptions, actions and their topic.
import { describe, expect, test } from 'vitest';
import { parseStage } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
import { alarmSettings, metricExists, metricsOfAlarm } from '#test/support/metrics.ts';
import { emptyBundles, SynthesizedStack } from '#test/support/stack.ts';
import { withAllSettings, withReadOnly } from '#test/support/stages.ts';

const bundles = emptyBundles();
const dev = new SynthesizedStack('dev', bundles);
const prod = new SynthesizedStack(withAllSettings(parseStage('prod')), bundles);
const alarms = prod.all('AWS::CloudWatch::Alarm');
const alarm = (name: string) => {
  const found = alarms.find(({ Properties }) => Properties.AlarmName === `${prod.name}-${name}`);
  if (found === undefined) throw new Error(`There is no alarm ${name}`);
  return found;
};

describe('each alarm', () => {
  test.each(alarms.map((one) => [one.Properties.AlarmName, one] as const))(
    '%s uses existing metrics, explains its meaning and links to its runbook section',
    (fullName, one) => {
      const metrics = metricsOfAlarm(one);
      expect(metrics.filter((metric) => !metricExists(prod, metric))).toEqual([]);
      expect(metrics.length).toBeGreaterThan(0);
      const name = fullName.replace(`${prod.name}-`, '');
      expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/);
      const [meaning = '', link] = one.Properties.AlarmDescription.split(' Runbook: ');
      expect(meaning).toMatch(/^\S.{20,}\.$/);
      expect(link).toMatch(/^docs\/incidents\.md#[a-z]+(-[a-z]+)+$/);
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

  test('notifies one topic, and in prod also on recovery, except those that only end a release', () => {
    for (const [stack, notifiesRecovery] of [
      [dev, false],
      [prod, true],
    ] as const) {
      for (const { Properties } of stack.all('AWS::CloudWatch::Alarm')) {
        const { AlarmName, AlarmActions = [], OKActions = [] } = Properties;
        const topics = AlarmActions.map((one: unknown) => stack.behind(one).Type);
        expect(topics).toEqual(AlarmName.endsWith('-release') ? [] : ['AWS::SNS::Topic']);
        expect(OKActions).toEqual(notifiesRecovery ? AlarmActions : []);
      }
    }
  });
});

const rate = (atLeast: number): string =>
  `IF(FILL(failures, 0) >= ${atLeast}, 100 * FILL(failures, 0) / FILL(requests, 1), 0)`;
const reaches = (threshold: number, periods = '1 of 1', missing = 'notBreaching'): string =>
  `GreaterThanOrEqualToThreshold ${threshold}, ${periods}, missing: ${missing}`;

const ofApi = '(ApiId=Api, Stage=$default)';
const ofLink = '(ApiId=Api, Method=GET, Resource=/v1/tracking/ref/{code}, Stage=$default)';
const ofService = '(service=creator-affiliate-service, stage=prod)';

const requestsOfOthers = [
  'FILL(requestsOfAll, 0) - FILL(requestsOfLink, 0)',
  `requestsOfAll: SampleCount of AWS/ApiGateway Count ${ofApi} in 300 s`,
  `requestsOfLink: SampleCount of AWS/ApiGateway Count ${ofLink} in 300 s`,
];
const requestsOfLink = `requests: SampleCount of AWS/ApiGateway Count ${ofLink} in 300 s`;

/** Adds the throttled calls of the table (`table`) and of its indexes. */
function throttled(names: readonly string[]): readonly string[] {
  const all = ['Read', 'Write'].flatMap((call) =>
    names.map((name) => [`${name}${call}s`, name, call] as const),
  );
  const dimension = (name: string) => (name === 'table' ? '' : `GlobalSecondaryIndexName=${name}, `);
  return [
    all.map(([id]) => `FILL(${id}, 0)`).join(' + '),
    ...all.map(
      ([id, name, call]) =>
        `${id}: Sum of AWS/DynamoDB ${call}ThrottleEvents (${dimension(name)}TableName=Table) in 60 s`,
    ),
  ];
}

const repeatedFailures = (its: string): readonly string[] => [
  reaches(5),
  rate(3),
  `failures: Sum of AWS/Lambda Errors (FunctionName=${its}) in 300 s`,
  `requests: Sum of AWS/Lambda Invocations (FunctionName=${its}) in 300 s`,
];
const anyFailure = (its: string): readonly string[] => [
  reaches(1),
  `Sum of AWS/Lambda Errors (FunctionName=${its}) in 300 s`,
];
const deadLetters = (queue: string): readonly string[] => [
  reaches(1, '1 of 1', 'ignore'),
  `Maximum of AWS/SQS ApproximateNumberOfMessagesVisible (QueueName=${queue}DeadLetters) in 300 s`,
];

const ofStream = (name: string, its: string): Readonly<Record<string, readonly string[]>> => ({
  [`${name}-iterator-age`]: [
    reaches(60_000, '5 of 5'),
    `Maximum of AWS/Lambda IteratorAge (FunctionName=${its}Function) in 60 s`,
  ],
  [`${name}-stopped`]: [
    reaches(1),
    'IF(work >= 100 AND FILL(taken, 0) < 1, 1, 0)',
    'work: Sum of AWS/DynamoDB ConsumedWriteCapacityUnits (TableName=Table) in 900 s',
    `taken: Sum of AWS/Lambda PolledEventCount (EventSourceMappingUUID=${its}Source) in 900 s`,
  ],
  [`${name}-errors`]: repeatedFailures(`${its}Function`),
  [`${name}-dead-letters`]: deadLetters(its),
});

const ofSchedule = (
  name: string,
  its: string,
  seconds: number,
): Readonly<Record<string, readonly string[]>> => ({
  [`${name}-overdue`]: [
    'LessThanThreshold 1, 3 of 3, missing: breaching',
    'FILL(metric, 0)',
    `metric: Sum of AWS/Lambda Invocations (FunctionName=${its}Function) in ${seconds} s`,
  ],
  [`${name}-errors`]: anyFailure(`${its}Function`),
  [`${name}-dead-letters`]: deadLetters(its),
});

const ofQueue = (name: string, its: string): Readonly<Record<string, readonly string[]>> => ({
  [`${name}-backlog`]: [
    reaches(100, '5 of 5'),
    `Maximum of AWS/SQS ApproximateNumberOfMessagesVisible (QueueName=${its}Queue) in 60 s`,
  ],
  [`${name}-stopped`]: [
    reaches(1, '1 of 1', 'ignore'),
    'IF(work >= 1 AND FILL(taken, 0) < 1, 1, 0)',
    `work: Minimum of AWS/SQS ApproximateNumberOfMessagesVisible (QueueName=${its}Queue) in 900 s`,
    `taken: Sum of AWS/Lambda Invocations (FunctionName=${its}Function) in 900 s`,
  ],
  [`${name}-errors`]: repeatedFailures(`${its}Function`),
  [`${name}-dead-letters`]: deadLetters(its),
});

const release = (method: string, path: string): readonly string[] => {
  const ofRoute = `(ApiId=Api, Method=${method}, Resource=/v1${path}, Stage=$default)`;
  return [
    reaches(1),
    rate(3),
    `failures: Sum of AWS/ApiGateway 5xx ${ofRoute} in 60 s`,
    `requests: SampleCount of AWS/ApiGateway Count ${ofRoute} in 60 s`,
  ];
};

const ofEmails = (event: string, atLeast: number): readonly string[] => [
  `IF(FILL(events, 0) >= ${atLeast}, 100 * FILL(rate, 0), 0)`,
  `events: Sum of AWS/SES ${event} (ses:configuration-set=creator-affiliate-prod) in 86400 s`,
  `rate: Maximum of AWS/SES Reputation.${event}Rate in 86400 s`,
];

/** Written here without the constants of the stack: the condition of each alarm, its expressions, and their metrics. */
const conditions: Readonly<Record<string, readonly string[]>> = {
  'api-errors': [
    reaches(1),
    rate(5),
    'FILL(errorsOfAll, 0) - FILL(errorsOfLink, 0)',
    `errorsOfAll: Sum of AWS/ApiGateway 5xx ${ofApi} in 300 s`,
    `errorsOfLink: Sum of AWS/ApiGateway 5xx ${ofLink} in 300 s`,
    ...requestsOfOthers,
  ],
  'api-latency': [reaches(2000, '3 of 3'), `p99 of AWS/ApiGateway Latency ${ofApi} in 300 s`],
  'gateway-throttles': [
    reaches(1),
    rate(10),
    'failures: Sum of CreatorAffiliate/prod GatewayThrottles in 300 s',
    ...requestsOfOthers,
  ],
  'follow-link-errors': [
    reaches(1),
    rate(5),
    `failures: Sum of AWS/ApiGateway 5xx ${ofLink} in 300 s`,
    requestsOfLink,
  ],
  'follow-link-latency': [reaches(1000, '3 of 3'), `p99 of AWS/ApiGateway Latency ${ofLink} in 300 s`],
  'follow-link-throttles': [
    reaches(0.1),
    rate(10),
    'failures: Sum of CreatorAffiliate/prod LinkThrottles in 300 s',
    requestsOfLink,
  ],
  'function-throttles': [
    reaches(0.1),
    rate(10),
    'failures: Sum of AWS/Lambda Throttles in 300 s',
    'requests: Sum of AWS/Lambda Invocations in 300 s',
  ],
  // Compares with the quota of the account.
  'function-concurrency': [
    reaches(70, '3 of 5'),
    '100 * used / SERVICE_QUOTA(used)',
    'used: Maximum of AWS/Usage ResourceCount (Class=None, Resource=ConcurrentExecutions, Service=Lambda, Type=Resource) in 60 s',
  ],
  'transaction-conflicts': [
    reaches(100),
    rate(100),
    'failures: Sum of AWS/DynamoDB TransactionConflict (TableName=Table) in 300 s',
    'requests: SampleCount of AWS/DynamoDB SuccessfulRequestLatency (Operation=TransactWriteItems, TableName=Table) in 300 s',
  ],
  'table-throttles': [reaches(60, '3 of 5'), ...throttled(['table', 'byTime'])],
  'index-throttles': [
    reaches(60, '3 of 5'),
    ...throttled(['byStatus', 'byAffiliate', 'byAffiliateAndStatus', 'byHold']),
  ],
  'filter-throttles': [
    reaches(60, '3 of 5'),
    ...throttled(['byCampaign', 'byDiscount', 'byCustomer', 'byPayout']),
  ],
  'login-failures': [
    reaches(50),
    rate(50),
    `failures: Sum of CreatorAffiliate LoginFailed ${ofService} in 300 s`,
    'FILL(failed, 0) + FILL(accepted, 0)',
    `failed: Sum of CreatorAffiliate LoginFailed ${ofService} in 300 s`,
    `accepted: Sum of CreatorAffiliate PasswordAccepted ${ofService} in 300 s`,
  ],
  'clicks-not-stored': [
    reaches(0.1),
    rate(10),
    `failures: Sum of CreatorAffiliate ClickNotStored ${ofService} in 300 s`,
    `requests: SampleCount of AWS/ApiGateway Count ${ofApi} in 300 s`,
  ],
  // The rates of AWS are fractions.
  'email-bounces': [reaches(5), ...ofEmails('Bounce', 5)],
  'email-complaints': [reaches(0.1), ...ofEmails('Complaint', 2)],
  ...ofStream('aggregate-clicks', 'StreamsaggregateClicks'),
  ...ofStream('continue-work', 'StreamscontinueWork'),
  ...ofSchedule('rotate-signing-keys', 'SchedulesrotateSigningKeys', 86_400),
  ...ofSchedule('approve-commissions', 'SchedulesapproveCommissions', 3600),
  ...ofSchedule('mail-digests', 'SchedulesmailDigests', 3600),
  ...ofSchedule('digest-audit', 'SchedulesdigestAudit', 3600),
  ...ofQueue('deliver-webhooks', 'QueuesdeliverWebhooks'),
  ...ofQueue('store-clicks', 'QueuesstoreClicks'),
  ...ofQueue('send-emails', 'QueuessendEmails'),
  ...ofQueue('mail-creators', 'QueuesmailCreators'),
  ...ofQueue('write-exports', 'QueueswriteExports'),
  ...ofQueue('advance-payouts', 'QueuesadvancePayouts'),
  ...ofQueue('apply-messages', 'QueuesapplyMessages'),
  ...ofQueue('erase-data', 'QueueseraseData'),
  ...ofQueue('run-simulations', 'QueuesrunSimulations'),
  'auth-login-release': release('POST', '/auth/brand/login'),
  'conversions-create-release': release('POST', '/conversions'),
  'tracking-follow-link-release': release('GET', '/tracking/ref/{code}'),
  'collect-clicks-errors': anyFailure('LogFunctionscollectClicksFunction'),
  'collect-clicks-dead-letters': deadLetters('LogFunctionscollectClicks'),
};

describe('the set of alarms', () => {
  const settingsOf = (stack: SynthesizedStack) =>
    Object.fromEntries(
      stack
        .all('AWS::CloudWatch::Alarm')
        .map((one) => [
          one.Properties.AlarmName.replace(`${stack.name}-`, ''),
          alarmSettings(one, (id) => id.replace(/[0-9A-F]{8}$/, '')),
        ]),
    );

  test('prod has alarms with the documented thresholds, periods and metrics, and with the documented treatment of missing data', () => {
    expect(settingsOf(prod)).toEqual(conditions);
  });

  test('dev has the alarms of prod, except those of detailed metrics, of releases and of a sender of e-mails', () => {
    const ofDev = settingsOf(dev);
    const withoutDetails = ['api-errors', 'gateway-throttles'];
    const requests = `requests: SampleCount of AWS/ApiGateway Count ${ofApi} in 300 s`;
    const missing = /^follow-link-|^email-|^(aggregate-clicks|continue-work)-stopped$|-release$/;
    const expected = Object.entries(conditions).flatMap(([name, texts]) =>
      missing.test(name) || withoutDetails.includes(name)
        ? []
        : [[name, texts.map((text) => text.replace('stage=prod', 'stage=dev'))]],
    );
    expect(ofDev).toEqual({
      ...Object.fromEntries(expected),
      'api-errors': [reaches(1), rate(5), `failures: Sum of AWS/ApiGateway 5xx ${ofApi} in 300 s`, requests],
      'gateway-throttles': [
        reaches(1),
        rate(10),
        'failures: Sum of CreatorAffiliate/dev GatewayThrottles in 300 s',
        requests,
      ],
    });
  });

  test('a read-only stage has no alarm about work that it does not do', () => {
    const readOnly = new SynthesizedStack(withReadOnly(parseStage('dev')), bundles);
    const [names, ofDev] = [settingsOf(readOnly), settingsOf(dev)].map((found) => Object.keys(found));
    expect(ofDev?.filter((name) => !names?.includes(name))).toEqual([
      'rotate-signing-keys-overdue',
      'approve-commissions-overdue',
      'mail-digests-overdue',
      'digest-audit-overdue',
      'store-clicks-stopped',
    ]);
  });

  // Metrics of event sources cost money.
  test('uses metrics of event sources only in a stage that keeps its data', () => {
    const counting = [dev, prod].map(
      (stack) =>
        stack
          .all('AWS::Lambda::EventSourceMapping')
          .filter(({ Properties }) => Properties.MetricsConfig !== undefined).length,
    );
    expect(counting).toEqual([0, 2]);
  });

  test('contains one dead-letter alarm per dead-letter queue, which keeps its state while data is missing', () => {
    const watched = alarms.filter(({ Properties }) => Properties.AlarmName.endsWith('-dead-letters'));
    const queues = watched.map(({ Properties }) => prod.behind(Properties.Dimensions[0].Value).id);
    expect(queues.toSorted()).toEqual(
      prod
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

/** Evaluates an expression of `failureRate` for the figures of one period, relative to the threshold. */
function rateOf(name: string, failures: number, requests: number): number {
  const { Metrics, Threshold } = alarm(name).Properties;
  const { Expression } = Metrics.find(({ ReturnData }: Json) => ReturnData !== false);
  const [, atLeast] =
    /^IF\(FILL\(failures, 0\) >= (\d+), 100 \* FILL\(failures, 0\) \/ FILL\(requests, 1\), 0\)$/.exec(
      Expression,
    ) ?? [];
  expect([name, atLeast]).toEqual([name, expect.stringMatching(/^\d+$/)]);
  return (failures >= Number(atLeast) ? (100 * failures) / requests : 0) / Threshold;
}

describe('an alarm on a rate', () => {
  const seconds = 300;
  /** A stage with 3,000 requests per second, of which 2,700 follow links. */
  const [links, others] = [2700 * seconds, 300 * seconds];
  const { strict } = parseStage('prod').throttles;
  /** Somebody tries 40 passwords in each second, of which the gateway refuses one half. */
  const tried = strict.ratePerSecond * seconds + strict.burst;

  test.each([
    ['api-errors', 20, others],
    ['gateway-throttles', 90, others],
    ['follow-link-errors', 80, links],
    ['follow-link-throttles', 200, links],
    ['login-failures', 60, 300],
    ['clicks-not-stored', 90, links + others],
    // npm run bench:orders: 0.38 conflicts for each of 250 orders per second.
    ['transaction-conflicts', 95 * seconds, 250 * seconds],
  ])('%s stays quiet on a healthy stage with 3,000 requests per second', (name, failures, all) => {
    expect(rateOf(name, failures, all)).toBeLessThan(1);
  });

  test.each([
    ['api-errors', 'all 25 orders of each second fail', 25 * seconds, others],
    ['gateway-throttles', 'half of a flood of logins is refused', tried, others],
    ['follow-link-errors', 'a hundredth of the links fail', links / 100, links],
    ['follow-link-throttles', 'a popular link exceeds its throttle by 1%', links / 100, links],
    ['login-failures', 'somebody tries passwords', tried, tried + 300],
    ['clicks-not-stored', 'a thousandth of the clicks is late', (links + others) / 1000, links + others],
    // npm run bench:orders before decision 0114: 4.2 conflicts for each order.
    ['transaction-conflicts', 'the totals of a creator are not spread', 1050 * seconds, 250 * seconds],
  ])('%s is raised on the same stage when %s', (name, _, failures, all) => {
    expect(rateOf(name, failures, all)).toBeGreaterThanOrEqual(1);
  });

  test.each([
    ['api-errors', 4, 10, false],
    ['api-errors', 5, 10, true],
    ['gateway-throttles', 9, 20, false],
    ['login-failures', 49, 60, false],
    ['login-failures', 50, 60, true],
    ['transaction-conflicts', 99, 10, false],
    ['clicks-not-stored', 9, 100, false],
    ['clicks-not-stored', 10, 100, true],
  ])('%s with %i failures of %i requests is raised: %s', (name, failures, all, isRaised) => {
    expect(rateOf(name, failures, all) >= 1).toBe(isRaised);
  });
});

/** Evaluates the expression of an alarm on e-mails for the events of a day and the rate of AWS, relative to the threshold. */
function emailRateOf(name: string, events: number, rate: number): number {
  const { Metrics, Threshold } = alarm(name).Properties;
  const { Expression } = Metrics.find(({ ReturnData }: Json) => ReturnData !== false);
  const [, atLeast] = /^IF\(FILL\(events, 0\) >= (\d+), 100 \* FILL\(rate, 0\), 0\)$/.exec(Expression) ?? [];
  expect(atLeast).toMatch(/^\d+$/);
  return (events >= Number(atLeast) ? 100 * rate : 0) / Threshold;
}

test.each([
  ['email-bounces', 1, 1 / 3, false],
  ['email-bounces', 20, 0.04, false],
  ['email-bounces', 5, 0.06, true],
  ['email-complaints', 1, 1 / 50, false],
  ['email-complaints', 2, 0.0005, false],
  ['email-complaints', 2, 0.002, true],
])('%s with %i events in a day and the rate %d is raised: %s', (name, events, rate, isRaised) => {
  expect(emailRateOf(name, events, rate) >= 1).toBe(isRaised);
});

test('a stage with a budget warns at 80% of it, and when it will probably be exceeded', () => {
  const { Budget, NotificationsWithSubscribers } = prod.only('AWS::Budgets::Budget').Properties;
  expect(Budget.BudgetLimit).toEqual({ Amount: 500, Unit: 'USD' });
  expect(
    NotificationsWithSubscribers.map(({ Notification, Subscribers }: Json) => [
      Notification.NotificationType,
      Notification.Threshold,
      Subscribers,
    ]),
  ).toEqual([
    ['ACTUAL', 80, [{ SubscriptionType: 'EMAIL', Address: 'night@example.com' }]],
    ['FORECASTED', 100, [{ SubscriptionType: 'EMAIL', Address: 'night@example.com' }]],
  ]);
  expect(dev.all('AWS::Budgets::Budget')).toEqual([]);
});

describe('the alarm topics', () => {
  test('the alarm topics are encrypted with a rotating key that CloudWatch may use for this account only', () => {
    const keys = dev.all('AWS::SNS::Topic').map(({ Properties }) => dev.behind(Properties.KmsMasterKeyId));
    const [key] = keys;
    expect(keys).toEqual([key, key]);
    if (key === undefined) throw new Error('There is no topic');
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
    const policies = dev.all('AWS::SNS::TopicPolicy');
    expect(policies).toHaveLength(2);
    for (const { Properties } of policies) {
      const effects = Properties.PolicyDocument.Statement.map(
        ({ Effect, Principal, Action }: Record<string, unknown>) => [Effect, Principal, Action],
      );
      expect(effects).toEqual([
        ['Deny', '*', 'sns:Publish'],
        ['Allow', { Service: 'cloudwatch.amazonaws.com' }, 'sns:Publish'],
      ]);
    }
  });

  test('every address of the stage receives all alarms, and the urgent addresses only those that cannot wait', () => {
    const received = (stack: SynthesizedStack) =>
      stack
        .all('AWS::SNS::Subscription')
        .map(({ Properties: { Protocol, Endpoint, TopicArn } }) => [
          Protocol,
          Endpoint,
          stack.behind(TopicArn).Properties.DisplayName,
        ]);
    const [urgent, other] = ['Urgent alarms of creator-affiliate-prod', 'Alarms of creator-affiliate-prod'];
    expect(received(prod)).toEqual([
      ['email', 'night@example.com', urgent],
      ['email', 'pager@example.com', urgent],
      ['email', 'night@example.com', other],
    ]);
    expect(received(dev)).toEqual([]);
  });

  test('exactly the alarms that refuse callers, lose clicks or lose changes of the stream are urgent', () => {
    const urgent = alarms.filter(({ Properties: { AlarmActions = [] } }) =>
      AlarmActions.some((one: unknown) => prod.behind(one).Properties.DisplayName.startsWith('Urgent')),
    );
    expect(
      urgent.map(({ Properties }) => Properties.AlarmName.replace(`${prod.name}-`, '')).toSorted(),
    ).toEqual([
      'aggregate-clicks-stopped',
      'api-errors',
      'clicks-not-stored',
      'continue-work-stopped',
      'filter-throttles',
      'follow-link-errors',
      'follow-link-throttles',
      'function-throttles',
      'index-throttles',
      'table-throttles',
    ]);
  });
});
