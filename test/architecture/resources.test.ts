// Compares the settings of deployed resources with tables that are written without the constants of the stack.
import { describe, expect, test } from 'vitest';
import { parseStage } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
import { emptyBundles, SynthesizedStack } from '#test/support/stack.ts';

const bundles = emptyBundles();
const dev = new SynthesizedStack('dev', bundles);
const prod = new SynthesizedStack('prod', bundles);

/** The id without the hash that CDK adds. */
const named = (id: string): string => id.replace(/[0-9A-F]{8}$/, '');
const propertiesOf = (type: string): Readonly<Record<string, Json>> =>
  Object.fromEntries(dev.all(type).map(({ id, Properties }) => [named(id), Properties]));
const nameBehind = (value: unknown): string => named(dev.behind(value).id);

describe('a stage', () => {
  const throttles = (small: boolean) =>
    small
      ? {
          strict: { ratePerSecond: 5, burst: 10 },
          standard: { ratePerSecond: 50, burst: 100 },
          high: { ratePerSecond: 200, burst: 400 },
        }
      : {
          strict: { ratePerSecond: 20, burst: 40 },
          standard: { ratePerSecond: 2000, burst: 4000 },
          high: { ratePerSecond: 8000, burst: 5000 },
        };

  test.each([
    ['dev', false, 7, throttles(true), 'none', false],
    ['staging', true, 30, throttles(false), 'canaries', false],
    ['prod', true, 365, throttles(false), 'canaries', true],
    ['pr-128', true, 30, throttles(false), 'canaries', false],
  ])(
    'the stage %s has its settings for data, logs, limits, metrics and notifications',
    (name, keepsData, logRetentionDays, limits, detailedMetrics, notifiesRecovery) => {
      expect(parseStage(name)).toEqual({
        name,
        keepsData,
        logRetentionDays,
        clickRetentionDays: 90,
        throttles: limits,
        detailedMetrics,
        notifiesRecovery,
        isWatchedFromOutside: keepsData,
        hasCanaries: keepsData,
        ...(keepsData && { reservedConcurrency: { link: 400, stream: 100 } }),
      });
    },
  );

  test('a stage that keeps its data retains the table, the keys, the files and the logs, and no stage retains anything else', () => {
    const policiesOf = (stack: SynthesizedStack) =>
      Object.fromEntries(
        Map.groupBy(
          stack.resources.filter(({ DeletionPolicy }) => DeletionPolicy !== undefined),
          ({ Type }) => Type,
        )
          .entries()
          .map(([type, found]) => [
            type,
            [...new Set(found.map((one) => `${one.DeletionPolicy}, ${Object(one).UpdateReplacePolicy}`))],
          ]),
      );
    const expected = (policy: string) => ({
      'AWS::DynamoDB::GlobalTable': [policy],
      'AWS::SecretsManager::Secret': [policy],
      'AWS::Logs::LogGroup': [policy],
      'AWS::S3::Bucket': [policy],
      'AWS::SQS::Queue': ['Delete, Delete'],
      'AWS::KMS::Key': ['Delete, Delete'],
    });
    expect(policiesOf(dev)).toEqual(expected('Delete, Delete'));
    expect(policiesOf(prod)).toEqual(expected('Retain, Retain'));
  });
});

describe('the functions', () => {
  const functions = propertiesOf('AWS::Lambda::Function');
  const common = ['API_URL', 'CLICK_RETENTION_DAYS', 'COMMIT', 'STAGE', 'TABLE_NAME'];

  test('a function of an endpoint has 10 seconds, one behind a stream, a queue or the log 60, and a run over all brands 15 minutes', () => {
    const byTimeout = Map.groupBy(Object.values(functions), ({ Timeout }) => Timeout);
    const namesWith = (seconds: number) =>
      (byTimeout.get(seconds) ?? []).map(({ FunctionName }) => FunctionName.replace(`${dev.name}-`, ''));
    expect([...byTimeout.keys()].toSorted()).toEqual([10, 60, 900]);
    expect(namesWith(60).toSorted()).toEqual([
      'logs-collect-clicks',
      'queues-advance-payouts',
      'queues-apply-messages',
      'queues-deliver-webhooks',
      'queues-erase-data',
      'queues-mail-creators',
      'queues-run-simulations',
      'queues-send-emails',
      'queues-store-clicks',
      'queues-write-exports',
      'schedules-rotate-keys',
      'streams-aggregate-clicks',
      'streams-continue-work',
    ]);
    expect(namesWith(900).toSorted()).toEqual(
      ['approve-due', 'digest-audit', 'mail-digests'].map((name) => `schedules-${name}`),
    );
  });

  test('the link and the functions of the stream reserve instances on a stage that keeps its data, and leave 400 of 1,000', () => {
    const reserved = (stack: SynthesizedStack) =>
      stack
        .all('AWS::Lambda::Function')
        .filter(({ Properties }) => 'ReservedConcurrentExecutions' in Properties)
        .map(({ Properties: { FunctionName, ReservedConcurrentExecutions } }) => [
          FunctionName.replace(`${stack.name}-`, ''),
          ReservedConcurrentExecutions,
        ]);
    expect(reserved(dev)).toEqual([]);
    const all = reserved(new SynthesizedStack('prod', bundles));
    expect(all.toSorted()).toEqual([
      ['streams-aggregate-clicks', 100],
      ['streams-continue-work', 100],
      ['tracking-follow-link', 400],
    ]);
    expect(1000 - all.reduce((sum, [, instances]) => sum + instances, 0)).toBe(400);
  });

  test('a function has the variables of its task, and no others', () => {
    const withMore = Object.values(functions).flatMap(({ FunctionName, Environment: { Variables } }) => {
      const more = Object.entries(Variables).filter(([variable]) => !common.includes(variable));
      if (more.length === 0) return [];
      const texts = more.map(
        ([variable, value]) => `${variable}: ${dev.describe(value)} ${nameBehind(value)}`,
      );
      return [[FunctionName.replace(`${dev.name}-`, ''), texts.toSorted()]];
    });
    const keys = 'SIGNING_KEYS_SECRET: AWS::SecretsManager::Secret SigningKeysPrivateKeys';
    const paymentKey = 'PAYMENT_KEY_SECRET: AWS::SecretsManager::Secret PaymentKeySecret';
    const cookies =
      'PAGES_SECRET: {{resolve:secretsmanager:AWS::SecretsManager::Secret:SecretString:::}} PagesSecret';
    const files = 'EXPORTS_BUCKET: AWS::S3::Bucket ExportFilesBucket';
    const webhooks = 'WEBHOOK_QUEUE: AWS::SQS::Queue QueuesdeliverWebhooksQueue';
    const emails = 'EMAIL_QUEUE: AWS::SQS::Queue QueuessendEmailsQueue';
    const creatorMails = 'CREATOR_MAIL_QUEUE: AWS::SQS::Queue QueuesmailCreatorsQueue';
    const exports = 'EXPORT_QUEUE: AWS::SQS::Queue QueueswriteExportsQueue';
    const payouts = 'PAYOUT_QUEUE: AWS::SQS::Queue QueuesadvancePayoutsQueue';
    const erasures = 'ERASURE_QUEUE: AWS::SQS::Queue QueueseraseDataQueue';
    const simulations = 'SIMULATION_QUEUE: AWS::SQS::Queue QueuesrunSimulationsQueue';
    const shopMessages = 'SHOP_MESSAGE_QUEUE: AWS::SQS::Queue QueuesapplyMessagesQueue';
    const deadLettersOf = (its: string) => `DEAD_LETTERS_QUEUE: AWS::SQS::Queue ${its}DeadLetters`;
    expect(Object.fromEntries(withMore)).toEqual({
      'affiliates-create-session': [keys],
      'auth-login': [keys],
      'auth-refresh': [keys],
      'connections-create': [paymentKey],
      'connections-receive': [paymentKey],
      'connections-update': [paymentKey],
      'creator-create-session': [keys],
      'creator-set-payment-data': [paymentKey],
      'exports-get': [files],
      'imports-create': [files],
      'imports-get': [files],
      'imports-list-rows': [files],
      'imports-update': [files],
      'pages-console': [cookies],
      'pages-portal': [cookies],
      'reconciliations-create': [files],
      'logs-collect-clicks': ['CLICK_QUEUE: AWS::SQS::Queue QueuesstoreClicksQueue'],
      'payout-details-set': [paymentKey],
      'payouts-get-file': [paymentKey],
      'reports-payments': [paymentKey],
      'queues-advance-payouts': [payouts],
      'queues-apply-messages': [files, paymentKey, shopMessages],
      'queues-deliver-webhooks': [webhooks],
      'queues-erase-data': [erasures, files],
      'queues-mail-creators': [creatorMails],
      'queues-run-simulations': [simulations],
      'queues-write-exports': [files, exports],
      'queues-store-clicks': [deadLettersOf('QueuesstoreClicks')],
      'schedules-rotate-keys': [keys],
      'streams-aggregate-clicks': [deadLettersOf('StreamsaggregateClicks')],
      'streams-continue-work': [
        creatorMails,
        deadLettersOf('StreamscontinueWork'),
        emails,
        erasures,
        exports,
        payouts,
        shopMessages,
        simulations,
        webhooks,
      ],
    });
    const days = Object.values(functions).map(
      ({ Environment }) => Environment.Variables.CLICK_RETENTION_DAYS,
    );
    expect(new Set(days)).toEqual(new Set(['90']));
    const addresses = Object.values(functions).map(({ Environment }) => Environment.Variables.API_URL);
    expect(new Set(addresses.map((address) => dev.describe(address)))).toEqual(
      new Set(['AWS::ApiGatewayV2::Api.ApiEndpoint/v1']),
    );
  });

  test('an event that a function fails to process is repeated twice, within 6 hours for log lines and one hour for schedules', () => {
    const configs = dev
      .all('AWS::Lambda::EventInvokeConfig')
      .map(({ Properties }) => [
        nameBehind(Properties.FunctionName),
        [Properties.MaximumRetryAttempts, Properties.MaximumEventAgeInSeconds],
        nameBehind(Properties.DestinationConfig.OnFailure.Destination),
      ]);
    expect(configs).toEqual([
      ['LogFunctionscollectClicksFunction', [2, 21_600], 'LogFunctionscollectClicksDeadLetters'],
      ['SchedulesrotateSigningKeysFunction', [2, 3600], 'SchedulesrotateSigningKeysDeadLetters'],
      ['SchedulesapproveCommissionsFunction', [2, 3600], 'SchedulesapproveCommissionsDeadLetters'],
      ['SchedulesmailDigestsFunction', [2, 3600], 'SchedulesmailDigestsDeadLetters'],
      ['SchedulesdigestAuditFunction', [2, 3600], 'SchedulesdigestAuditDeadLetters'],
    ]);
  });

  test('Lambda does not stop a worker that continues by messages to its own queue as a loop, and would stop any other function', () => {
    const queueOf = new Map(
      dev
        .all('AWS::Lambda::EventSourceMapping')
        .map(({ Properties }) => [
          nameBehind(Properties.FunctionName),
          nameBehind(Properties.EventSourceArn),
        ]),
    );
    const continuing = Object.entries(functions).filter(([name, { Environment }]) =>
      Object.values<Json>(Environment.Variables).some(
        (value) => typeof value === 'object' && nameBehind(value) === queueOf.get(name),
      ),
    );
    const workers = ['writeExports', 'advancePayouts', 'eraseData', 'applyMessages', 'runSimulations'];
    const names = ['deliverWebhooks', 'mailCreators', ...workers];
    expect(continuing.map(([name]) => name).filter((name) => name.startsWith('Queues'))).toEqual(
      names.map((name) => `Queues${name}Function`),
    );
    const allowed = Object.entries(functions).filter(([, { RecursiveLoop }]) => RecursiveLoop !== undefined);
    expect(allowed.map(([name, { RecursiveLoop }]) => [name, RecursiveLoop])).toEqual(
      names.map((name) => [`Queues${name}Function`, 'Allow']),
    );
  });

  test('the keys rotate daily, and due commissions, digests and the audit trail are processed hourly', () => {
    const rates = dev
      .all('AWS::Scheduler::Schedule')
      .map(({ Properties }) => [Properties.Name.replace(`${dev.name}-`, ''), Properties.ScheduleExpression]);
    expect(rates).toEqual([
      ['rotateSigningKeys', 'rate(1 day)'],
      ['approveCommissions', 'rate(1 hour)'],
      ['mailDigests', 'rate(1 hour)'],
      ['digestAudit', 'rate(1 hour)'],
    ]);
  });
});

describe('the queues', () => {
  const minutes = 60;
  const hours = 60 * minutes;

  test('deliver a message again after the function has ended, and keep it for two weeks', () => {
    const queues = Object.entries(propertiesOf('AWS::SQS::Queue'));
    expect(queues.map(([, { MessageRetentionPeriod }]) => MessageRetentionPeriod)).toEqual(
      Array.from({ length: 25 }, () => 14 * 24 * hours),
    );
    const redriven = queues.flatMap(([name, { VisibilityTimeout, RedrivePolicy }]) =>
      RedrivePolicy === undefined
        ? []
        : [
            [
              name,
              VisibilityTimeout,
              RedrivePolicy.maxReceiveCount,
              nameBehind(RedrivePolicy.deadLetterTargetArn),
            ],
          ],
    );
    expect(redriven).toEqual([
      ['QueuesdeliverWebhooksQueue', 90, 5, 'QueuesdeliverWebhooksDeadLetters'],
      // A day, because the table may be unavailable for so long.
      ['QueuesstoreClicksQueue', 5 * minutes, (24 * hours) / (5 * minutes), 'QueuesstoreClicksDeadLetters'],
      // Half an hour.
      ['QueuessendEmailsQueue', 90, 20, 'QueuessendEmailsDeadLetters'],
      ['QueuesmailCreatorsQueue', 90, 20, 'QueuesmailCreatorsDeadLetters'],
      ['QueueswriteExportsQueue', 90, 20, 'QueueswriteExportsDeadLetters'],
      ['QueuesadvancePayoutsQueue', 90, 20, 'QueuesadvancePayoutsDeadLetters'],
      ['QueueseraseDataQueue', 90, 20, 'QueueseraseDataDeadLetters'],
      ['QueuesapplyMessagesQueue', 90, 20, 'QueuesapplyMessagesDeadLetters'],
      ['QueuesrunSimulationsQueue', 90, 20, 'QueuesrunSimulationsDeadLetters'],
    ]);
  });
});

/** The attributes of an item in a stream, all of which are texts. */
type Texts = Readonly<Record<string, string>>;

interface StreamRecord {
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly item: Texts;
}

/** Whether a record matches a pattern of Lambda. https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html */
function matches(pattern: Json, value: Json): boolean {
  if (!Array.isArray(pattern))
    return Object.entries(pattern).every(([name, its]) => matches(its, value?.[name] ?? undefined));
  return pattern.some((wanted) =>
    typeof wanted === 'string' ? wanted === value : wanted.exists === (value !== undefined),
  );
}

function recordOf({ eventName, item }: StreamRecord): Json {
  const image = Object.fromEntries(Object.entries(item).map(([name, text]) => [name, { S: text }]));
  return { eventName, dynamodb: { [eventName === 'REMOVE' ? 'OldImage' : 'NewImage']: image } };
}

describe('the event sources', () => {
  const { StreamsaggregateClicksSource: clicks, StreamscontinueWorkSource: work } = propertiesOf(
    'AWS::Lambda::EventSourceMapping',
  );
  const patternsOf = ({ FilterCriteria }: Json): readonly Json[] =>
    FilterCriteria.Filters.map(({ Pattern }: Json) => JSON.parse(Pattern));

  test('each event source has the settings of its queue or of the stream', () => {
    const settings = Object.entries(propertiesOf('AWS::Lambda::EventSourceMapping')).map(([name, its]) => {
      const { EventSourceArn, FunctionName, FilterCriteria: _, DestinationConfig, ...others } = its;
      const failures = DestinationConfig === undefined ? [] : [nameBehind(DestinationConfig)];
      return [name, nameBehind(EventSourceArn), nameBehind(FunctionName), ...failures, others];
    });
    const ofStream = {
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: -1,
      StartingPosition: 'TRIM_HORIZON',
    };
    expect(settings).toEqual([
      [
        'QueuesdeliverWebhooksSource',
        'QueuesdeliverWebhooksQueue',
        'QueuesdeliverWebhooksFunction',
        { BatchSize: 1, Enabled: true, ScalingConfig: { MaximumConcurrency: 100 } },
      ],
      [
        'QueuesstoreClicksSource',
        'QueuesstoreClicksQueue',
        'QueuesstoreClicksFunction',
        { BatchSize: 10, Enabled: true, ScalingConfig: { MaximumConcurrency: 5 } },
      ],
      ...(
        [
          ['sendEmails', 5],
          ['mailCreators', 2],
          ['writeExports', 20],
          ['advancePayouts', 20],
          ['eraseData', 10],
          ['applyMessages', 20],
          ['runSimulations', 10],
        ] as const
      ).map(([name, MaximumConcurrency]) => [
        ...['Source', 'Queue', 'Function'].map((part) => `Queues${name}${part}`),
        { BatchSize: 1, Enabled: true, ScalingConfig: { MaximumConcurrency } },
      ]),
      [
        'StreamsaggregateClicksSource',
        'Table',
        'StreamsaggregateClicksFunction',
        'StreamsaggregateClicksDeadLetters',
        { ...ofStream, BatchSize: 2000, MaximumBatchingWindowInSeconds: 2, TumblingWindowInSeconds: 60 },
      ],
      [
        'StreamscontinueWorkSource',
        'Table',
        'StreamscontinueWorkFunction',
        'StreamscontinueWorkDeadLetters',
        { ...ofStream, BatchSize: 100, MaximumBatchingWindowInSeconds: 0 },
      ],
    ]);
  });

  test('a record reaches a function by its type, its state and its author', () => {
    const created = ['INSERT', 'MODIFY'];
    const newImage = (eventName: readonly string[], image: object) => ({
      eventName,
      dynamodb: { NewImage: image },
    });
    const changedBy = { changedBy: { S: [{ exists: true }] } };
    const manual = ['bonus', 'deduction', 'openingBalance', 'tierSupplement', 'monthlyCap'];
    const kinds = [
      'order',
      'orderChange',
      'cancellation',
      'refund',
      'refundReversal',
      'commission',
      'adjustment',
      ...manual,
      'approval',
      'rejection',
      'reversal',
    ];
    expect(patternsOf(clicks)).toEqual([
      newImage(created, { type: { S: ['visit'] } }),
      newImage(['INSERT'], {
        kind: {
          S: [
            ...[...kinds, 'reopening', 'restoration', 'payoutClaim', 'payoutRelease', 'payout'],
            ...['payoutReopen', 'payoutReturn'],
          ],
        },
      }),
      newImage(created, changedBy),
      { eventName: ['REMOVE'], dynamodb: { OldImage: changedBy } },
    ]);
    expect(patternsOf(work)).toEqual([
      { eventName: ['REMOVE'], dynamodb: { OldImage: { type: { S: ['campaign'] } } } },
      newImage(created, {
        ...{
          type: { S: ['payout', 'export', 'import', 'simulation', 'shopMessage', 'reconciliation'] },
          status: {
            S: ['preparing', 'paying', 'reopening', 'updating', 'canceling', 'running', 'undoing', 'waiting'],
          },
        },
      }),
      newImage(['INSERT'], {
        type: { S: ['creatorMail', 'decision', 'email', 'eventSegment', 'webhookTask'] },
      }),
      newImage(created, { type: { S: ['erasure'] }, phase: { S: ['items', 'lines', 'exports', 'events'] } }),
    ]);
  });

  const payout = (status: string): Texts => ({ type: 'payout', status, changedBy: 'usr_01 t' });
  const campaign: Texts = { type: 'campaign', changedBy: 'usr_01 t' };

  test.each<[string, StreamRecord['eventName'], Texts, readonly string[]]>([
    ['the first click of a visit', 'INSERT', { type: 'visit' }, ['clicks']],
    ['a later click of a visit', 'MODIFY', { type: 'visit' }, ['clicks']],
    ['an expired visit', 'REMOVE', { type: 'visit' }, []],
    ['a new ledger entry', 'INSERT', { kind: 'commission' }, ['clicks']],
    ['an erased ledger entry', 'MODIFY', { kind: 'commission' }, []],
    ['a session', 'INSERT', { type: 'session' }, []],
    ['a new campaign', 'INSERT', campaign, ['clicks']],
    ['a deleted campaign', 'REMOVE', campaign, ['clicks', 'work']],
    ['a payout in preparation', 'INSERT', payout('preparing'), ['clicks', 'work']],
    ['a payout that is being paid', 'MODIFY', payout('paying'), ['clicks', 'work']],
    ['a payout that waits for a person', 'MODIFY', payout('ready'), ['clicks']],
    ['an export in preparation', 'MODIFY', { type: 'export', status: 'preparing' }, ['work']],
    ['a complete export', 'MODIFY', { type: 'export', status: 'ready' }, []],
    ['a queued e-mail', 'INSERT', { type: 'email' }, ['work']],
    ['a sent e-mail', 'REMOVE', { type: 'email' }, []],
    ['an erasure that waits for the feed', 'MODIFY', { type: 'erasure', phase: 'record' }, []],
    ['an erasure of events', 'MODIFY', { type: 'erasure', phase: 'events' }, ['work']],
  ])('%s (%s) reaches only the functions that need it', (_, eventName, item, expected) => {
    const record = recordOf({ eventName, item });
    const reached = Object.entries({ clicks, work }).filter(([, source]) =>
      patternsOf(source).some((pattern) => matches(pattern, record)),
    );
    expect(reached.map(([name]) => name)).toEqual(expected);
  });
});

describe('the data of a stage', () => {
  test('the table has its key, its expiry and nine indexes, in the order in which they are deployed', () => {
    const { KeySchema, TimeToLiveSpecification, GlobalSecondaryIndexes, Replicas } = dev.only(
      'AWS::DynamoDB::GlobalTable',
    ).Properties;
    const keysOf = (schema: Json) => schema.map(({ AttributeName }: Json) => AttributeName);
    expect([keysOf(KeySchema), TimeToLiveSpecification]).toEqual([
      ['pk', 'sk'],
      { AttributeName: 'expiresAt', Enabled: true },
    ]);
    const projections = GlobalSecondaryIndexes.map(({ IndexName, KeySchema: its, Projection }: Json) => [
      IndexName,
      ...keysOf(its),
      Projection.ProjectionType,
    ]);
    expect(projections).toEqual([
      ['byStatus', 'byStatus', 'sk', 'ALL'],
      ['byAffiliate', 'byAffiliate', 'sk', 'ALL'],
      ['byAffiliateAndStatus', 'byAffiliateAndStatus', 'sk', 'ALL'],
      ['byHold', 'byHold', 'sk', 'ALL'],
      ['byCampaign', 'byCampaign', 'listedId', 'KEYS_ONLY'],
      ['byDiscount', 'byDiscount', 'listedId', 'KEYS_ONLY'],
      ['byCustomer', 'byCustomer', 'listedId', 'KEYS_ONLY'],
      ['byPayout', 'byPayout', 'sk', 'KEYS_ONLY'],
      ['byTime', 'byTime', 'listedTime', 'KEYS_ONLY'],
    ]);
    expect(Replicas).toHaveLength(1);
  });

  test('the first signing key and the key of payment details are generated with settings that never change, because CloudFormation would replace the secret', () => {
    const generated = (id: string) =>
      dev.all('AWS::SecretsManager::Secret').find((one) => one.id.startsWith(id))?.Properties
        .GenerateSecretString;
    expect(generated('PaymentKey')).toEqual({ PasswordLength: 64, ExcludePunctuation: true });
    expect(generated('SigningKeys')).toEqual({
      SecretStringTemplate: '{"kid":"generated"}',
      GenerateStringKey: 'secret',
      PasswordLength: 64,
      ExcludePunctuation: true,
    });
  });

  test('the files of exports are encrypted, private, only accessible over TLS, and deleted after 7 days', () => {
    expect(dev.only('AWS::S3::Bucket').Properties).toMatchObject({
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      LifecycleConfiguration: {
        Rules: [
          {
            ExpirationInDays: 7,
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
            Status: 'Enabled',
          },
        ],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
    const { Statement } = prod.only('AWS::S3::BucketPolicy').Properties.PolicyDocument;
    expect(Statement).toMatchObject([
      {
        Effect: 'Deny',
        Action: 's3:*',
        Principal: { AWS: '*' },
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
    ]);
  });

  test('the log metrics count refused requests of the link, of other routes, and cold starts', () => {
    const filters = dev.all('AWS::Logs::MetricFilter').map(({ Properties }) => {
      const [{ MetricName, MetricNamespace, MetricValue, DefaultValue }] = Properties.MetricTransformations;
      const group = nameBehind(Properties.LogGroupName);
      return [MetricName, group, Properties.FilterPattern, MetricNamespace, MetricValue, DefaultValue];
    });
    const refused = '$.status = "429" && $.integrationStatus != "429"';
    const link = '"GET /v1/tracking/ref/{code}"';
    const counts = ['CreatorAffiliate/dev', '1', 0];
    const access = 'AccessLogLogs';
    expect(filters).toEqual([
      ['GatewayThrottles', access, `{ ${refused} && $.routeKey != ${link} }`, ...counts],
      ['LinkThrottles', access, `{ ${refused} && $.routeKey = ${link} }`, ...counts],
      ['ColdStarts', 'Logs', '"Init Duration"', ...counts],
    ]);
    const { FilterPattern, LogGroupName } = dev.only('AWS::Logs::SubscriptionFilter').Properties;
    expect([FilterPattern, nameBehind(LogGroupName)]).toEqual(['{ $.message = "click not stored" }', 'Logs']);
  });
});
