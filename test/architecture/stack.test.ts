// Tests that the stack deploys exactly the contract, the key declarations and the least privileges.
import { createPublicKey, sign, verify } from 'node:crypto';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { deployedFiles } from '#infra/constructs/bundles.ts';
import { logFunctions } from '#infra/constructs/log-sources.ts';
import { type QueueFunction, queueFunctions } from '#infra/constructs/queue-sources.ts';
import { scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { firstValue } from '#infra/constructs/signing-keys.ts';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import { DataStack } from '#infra/stacks/data-stack.ts';
import { parseIndexCount, parseStage, StageError, stageOf } from '#infra/stage.ts';
import { privateKeyOf, publishedKeyOf } from '#lib/access/auth/rules/key-pairs.ts';
import { signingKeysDocument } from '#lib/access/auth/rules/signing-keys.ts';
import type { Route, TableAccess } from '#lib/foundation/contract/route.ts';
import { routeKeysOf, tableAccessOf } from '#lib/foundation/contract/route.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import type { GuardedPartition } from '#lib/foundation/table/keys/guarded-partitions.ts';
import { indexes, projectionOf } from '#lib/foundation/table/keys/indexes.ts';
import { partitionKey, sortKey } from '#lib/foundation/table/keys/item.ts';
import { keys, timeToLive } from '#lib/foundation/table/keys/keys.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';
import { pageFunctions, pageRouteKeysOf } from '#lib/surface/api/page-functions.ts';
import { fallbackFile, gatewayFiles, handlerFile, routes } from '#lib/surface/api/routes.ts';
import { guardedNames, isLike } from '#test/support/guarded-partitions.ts';
import type { Json } from '#test/support/json.ts';
import { emptyBundles, SynthesizedStack, templatesOf } from '#test/support/stack.ts';
import { withReadOnly } from '#test/support/stages.ts';

const bundles = emptyBundles();
const dev = new SynthesizedStack('dev', bundles);
const prod = new SynthesizedStack('prod', bundles);

const table = 'AWS::DynamoDB::GlobalTable';
const secret = 'AWS::SecretsManager::Secret';
/** Permissions of every function. X-Ray actions have no resource-level permissions. */
const always = {
  'AWS::Logs::LogGroup': ['logs:CreateLogStream', 'logs:PutLogEvents'],
  '*': ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
};

const exportFiles = 'AWS::S3::Bucket/*';

const functionName = (file: string): string =>
  `creator-affiliate-dev-${file.replace('.ts', '').replaceAll('/', '-')}`;
const tableActions = (actions: readonly string[]) => [
  ...new Set(actions.map((action) => `dynamodb:${action}`).toSorted()),
];

const gatewayRole = () => dev.behind(dev.all('AWS::ApiGatewayV2::Integration')[0]?.Properties.CredentialsArn);

const writesOfFiles = ['s3:AbortMultipartUpload', 's3:DeleteObject', 's3:GetObject', 's3:PutObject'];

describe('the API', () => {
  test('the API sends each route of the contract to its own function, pages to four functions, and all other requests to the fallback', () => {
    const deployed = dev.all('AWS::ApiGatewayV2::Route').map(({ Properties }) => {
      const integration = dev.behind(Properties.Target['Fn::Join'][1][1]);
      const { IntegrationUri } = integration.Properties;
      // A route with a limit of its own names its function, which is in another stack.
      const named = /:function:([\w-]+)/.exec(JSON.stringify(IntegrationUri))?.[1];
      return [Properties.RouteKey, named ?? dev.behind(IntegrationUri).Properties.FunctionName] as const;
    });
    const expected = routes.flatMap((route) =>
      routeKeysOf(route).map((routeKey) => [routeKey, functionName(handlerFile(route))] as const),
    );
    const pages = pageFunctions.flatMap((its) =>
      pageRouteKeysOf(its).map((routeKey) => [routeKey, functionName(its.file)] as const),
    );
    const all = [...expected, ...pages, ['$default', functionName(fallbackFile)] as const];
    expect(new Map(deployed)).toEqual(new Map(all));
    expect(deployed).toHaveLength(all.length);
  });

  test('the gateway invokes every function through one role, which only API Gateway can assume', () => {
    const integrations = dev.all('AWS::ApiGatewayV2::Integration');
    const roles = new Set(integrations.map(({ Properties }) => dev.behind(Properties.CredentialsArn).id));
    expect(roles.size).toBe(1);
    const { AssumeRolePolicyDocument } = gatewayRole().Properties;
    expect(AssumeRolePolicyDocument.Statement).toEqual([
      { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'apigateway.amazonaws.com' } },
    ]);
  });

  test('the gateway may invoke exactly the functions of endpoints', () => {
    const [{ PolicyDocument }, ...others] = gatewayRole().Properties.Policies;
    const [{ Action, Resource }, ...more] = PolicyDocument.Statement;
    expect([Action, others, more]).toEqual(['lambda:InvokeFunction', [], []]);
    const patterns = Resource.map((arn: Json) => arn['Fn::Join'][1].at(-1).split(':function:')[1]);
    const all = dev.all('AWS::Lambda::Function').map(({ Properties }) => Properties.FunctionName);
    const allowed = all.filter((name) => patterns.some((pattern: string) => isLike(name, pattern)));
    const endpoints = gatewayFiles.map(functionName);
    expect(new Set(allowed)).toEqual(new Set(endpoints));
    expect(all.length).toBeGreaterThan(allowed.length);
  });

  test('the stack has the outputs ApiUrl (ending in /v1), TableName, LogGroupName and AccessLogGroupName', () => {
    const { ApiUrl, TableName, LogGroupName, AccessLogGroupName } = dev.template.toJSON().Outputs;
    const logs = [LogGroupName, AccessLogGroupName].map(({ Value }) => dev.behind(Value));
    expect(logs.map(({ Properties }) => 'LogGroupName' in Properties)).toEqual([false, true]);
    expect(dev.describe(ApiUrl.Value)).toBe('AWS::ApiGatewayV2::Api.ApiEndpoint/v1');
    expect(dev.describe(TableName.Value)).toBe(table);
  });
});

/** A function that sees a reused token ends its session. */
const onSessions = JSON.stringify({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['*#SESSION'] } });

const onPartitions = (partitions: readonly string[]): string =>
  JSON.stringify({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } });

/** A function that authenticates counts the requests of the brand. One that accepts API keys records their last use. */
const onCounts = onPartitions(['*#REQUESTS']);
const onKeyUses = onPartitions(['*#REQUESTS', '*#API_KEY_USE']);

/** A function that authenticates can store the address of a request. */
const onAddresses = onPartitions(['*#REQUEST_ADDRESS']);

/** One that changes test data also creates the test twin of a brand: its own item, but no other item of its partitions, and its directory entry. */
const onTwins = onPartitions(['*#REQUEST_ADDRESS', `tst_${'?'.repeat(26)}`, 'BRANDS']);

/** Stated independently of the contract. */
const changesTestData = ({ method, path }: Route): boolean =>
  method !== 'GET' && !/^\/(api-keys|brand$|brand\/(logo|link-domain)|users|auth)(\/|$)/.test(path);

describe('the deployed functions', () => {
  test.each(routes.map((route) => [route.name, route] as const))(
    'the function of %s has exactly the permissions that its contract declares',
    (_, route) => {
      const file = handlerFile(route);
      const isPublic = route.access === 'public';
      const signs = route.signsTokens === true;
      const actions = tableActions([...route.table.actions, ...(isPublic ? [] : ['BatchGetItem'])]);
      const ofIndexes = (route.table.indexes ?? []).map((name) => [
        `${table}/index/${name}`,
        ['dynamodb:Query'],
      ]);
      expect(dev.permissionsOf(functionName(file))).toEqual({
        ...always,
        ...(actions.length > 0 && { [table]: actions }),
        ...Object.fromEntries(ofIndexes),
        ...(!isPublic && { [`${table} if ${onSessions}`]: ['dynamodb:DeleteItem'] }),
        ...(!isPublic && {
          ...(route.scope === undefined
            ? { [`${table} if ${onCounts}`]: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] }
            : {
                [`${table} if ${onCounts}`]: ['dynamodb:GetItem'],
                [`${table} if ${onKeyUses}`]: ['dynamodb:UpdateItem'],
              }),
          [`${table} if ${changesTestData(route) ? onTwins : onAddresses}`]: ['dynamodb:PutItem'],
        }),
        ...((signs || route.readsPaymentKey) && { [secret]: ['secretsmanager:GetSecretValue'] }),
        ...(route.files === 'read' && { [exportFiles]: ['s3:GetObject'] }),
        ...(route.files === 'write' && { [exportFiles]: ['s3:PutObject'] }),
      });
      const { Variables } = dev.function(functionName(file)).Properties.Environment;
      expect('SIGNING_KEYS_SECRET' in Variables).toBe(signs);
      expect('PAYMENT_KEY_SECRET' in Variables).toBe(route.readsPaymentKey === true);
    },
  );

  test.each(Object.values(streamFunctions))(
    'the stream function $file has exactly the declared permissions and a dead-letter queue',
    (source) => {
      const name = functionName(source.file);
      const { actions }: TableAccess = source.table;
      expect(dev.permissionsOf(name)).toEqual({
        ...always,
        [table]: tableActions(actions),
        [`${table}.StreamArn`]: tableActions([
          'DescribeStream',
          'GetRecords',
          'GetShardIterator',
          'ListStreams',
        ]),
        // To the dead-letter queue, and to the queues of its work.
        'AWS::SQS::Queue': ['sqs:SendMessage', ...source.sendsTo.map(() => 'sqs:SendMessage')],
      });
      const mappings = dev
        .all('AWS::Lambda::EventSourceMapping')
        .filter(({ Properties }) => dev.behind(Properties.FunctionName).Properties.FunctionName === name);
      expect(mappings).toHaveLength(1);
      const [mapping] = mappings;
      const { DEAD_LETTERS_QUEUE } = dev.function(name).Properties.Environment.Variables;
      expect(dev.behind(DEAD_LETTERS_QUEUE)).toBe(
        dev.behind(mapping?.Properties.DestinationConfig.OnFailure.Destination),
      );
      expect(dev.describe(mapping?.Properties.EventSourceArn)).toBe(`${table}.StreamArn`);
      expect(dev.behind(mapping?.Properties.DestinationConfig.OnFailure).Type).toBe('AWS::SQS::Queue');
    },
  );

  test.each(Object.values<QueueFunction>(queueFunctions))(
    'the queue function $file has exactly the declared permissions, and a queue with dead letters',
    ({
      file,
      table: { actions, indexes = [] },
      sendsTo,
      writesFiles,
      readsPaymentKey,
      batchSize,
      maxConcurrency,
      retry,
    }) => {
      const name = functionName(file);
      const sends = sendsTo === undefined ? [] : ['SendMessage'];
      const ofQueue = ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage', ...sends];
      const { 'AWS::SQS::Queue': onQueue, ...others } = dev.permissionsOf(name);
      expect([...(onQueue ?? [])].toSorted()).toEqual(ofQueue.map((action) => `sqs:${action}`));
      expect(others).toEqual({
        ...always,
        [table]: tableActions(actions),
        ...Object.fromEntries(indexes.map((index) => [`${table}/index/${index}`, ['dynamodb:Query']])),
        ...(writesFiles === true && { [exportFiles]: writesOfFiles }),
        ...(readsPaymentKey === true && { [secret]: ['secretsmanager:GetSecretValue'] }),
      });
      const [mapping] = dev
        .all('AWS::Lambda::EventSourceMapping')
        .filter(({ Properties }) => dev.behind(Properties.FunctionName).Properties.FunctionName === name);
      expect(mapping?.Properties).toMatchObject({
        BatchSize: batchSize ?? 1,
        ScalingConfig: { MaximumConcurrency: maxConcurrency },
      });
      const queue = dev.behind(mapping?.Properties.EventSourceArn);
      const { VisibilityTimeout, RedrivePolicy } = queue.Properties;
      expect([VisibilityTimeout, RedrivePolicy.maxReceiveCount]).toEqual([retry.seconds, retry.deliveries]);
      expect(VisibilityTimeout).toBeGreaterThan(dev.function(name).Properties.Timeout);
      expect(dev.behind(RedrivePolicy.deadLetterTargetArn).Type).toBe('AWS::SQS::Queue');
    },
  );

  test.each(Object.values(logFunctions))(
    'the log function $file receives the lines with its message, may only send messages, and has a dead-letter queue',
    ({ file, message }) => {
      const name = functionName(file);
      expect(dev.permissionsOf(name)).toEqual({
        ...always,
        'AWS::SQS::Queue': ['sqs:SendMessage', 'sqs:SendMessage'],
      });
      const { LogGroupName, FilterPattern, DestinationArn } = dev.only(
        'AWS::Logs::SubscriptionFilter',
      ).Properties;
      expect(dev.behind(LogGroupName)).toBe(
        dev.behind(dev.function(functionName(fallbackFile)).Properties.LoggingConfig.LogGroup),
      );
      expect(FilterPattern).toBe(`{ $.message = "${message}" }`);
      expect(dev.behind(DestinationArn).Properties.FunctionName).toBe(name);
      const permission = dev.only('AWS::Lambda::Permission').Properties;
      expect(permission).toMatchObject({
        Action: 'lambda:InvokeFunction',
        Principal: 'logs.amazonaws.com',
      });
      expect(dev.behind(permission.FunctionName).Properties.FunctionName).toBe(name);
      expect(dev.behind(permission.SourceArn)).toBe(dev.behind(LogGroupName));
      const [config] = dev
        .all('AWS::Lambda::EventInvokeConfig')
        .filter(({ Properties }) => dev.behind(Properties.FunctionName).Properties.FunctionName === name);
      expect(config?.Properties).toMatchObject({ MaximumEventAgeInSeconds: 21_600, MaximumRetryAttempts: 2 });
      expect(dev.behind(config?.Properties.DestinationConfig.OnFailure.Destination).Type).toBe(
        'AWS::SQS::Queue',
      );
    },
  );

  test('the clicks of a read-only stage wait in their queue', () => {
    const mappingOf = (stack: SynthesizedStack) =>
      stack
        .all('AWS::Lambda::EventSourceMapping')
        .find(({ Properties }) =>
          String(stack.behind(Properties.FunctionName).Properties.FunctionName).endsWith('-store-clicks'),
        )?.Properties.Enabled;
    const readOnly = new SynthesizedStack(withReadOnly(parseStage('dev')), bundles);
    expect([mappingOf(dev), mappingOf(readOnly)]).toEqual([true, false]);
  });

  test('stream functions wait at most 2 seconds for a batch, so that statistics and reports are fresh within 5 seconds', () => {
    const waits = dev
      .all('AWS::Lambda::EventSourceMapping')
      .map(({ Properties }) => Properties.MaximumBatchingWindowInSeconds ?? 0);
    expect(waits.filter((seconds: number) => seconds > 2)).toEqual([]);
  });

  test('include each file of functions/ and at least one route, stream function and scheduled function', () => {
    const deployed = dev.all('AWS::Lambda::Function').map(({ Properties }) => Properties.FunctionName);
    expect(deployed.toSorted()).toEqual(deployedFiles.map(functionName).toSorted());
    const sources = [...Object.keys(streamFunctions), ...Object.keys(queueFunctions)];
    expect(dev.all('AWS::Lambda::EventSourceMapping')).toHaveLength(sources.length);
    for (const folder of ['auth/', 'streams/', 'schedules/']) {
      expect(deployedFiles.filter((file) => file.startsWith(folder)).length).toBeGreaterThan(1);
    }
  });

  test('two functions of a stack share a role if and only if they have exactly the same permissions', () => {
    const all = Object.values(templatesOf(parseStage('dev'), bundles)).map(({ Resources }) => {
      const found = Object.values<Json>(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
      const roles = new Set<string>(found.map(({ Properties }) => Properties.Role['Fn::GetAtt'][0]));
      const policies = [...roles].map((role) => JSON.stringify(Resources[role].Properties.Policies));
      return { functions: found.length, roles: roles.size, policies: new Set(policies).size };
    });
    expect(all.map(({ roles }) => roles)).toEqual(all.map(({ policies }) => policies));
    const sumOf = (name: 'functions' | 'roles') => all.reduce((sum, one) => sum + one[name], 0);
    expect(sumOf('roles')).toBeLessThan(sumOf('functions'));
  });

  test('run on Node 24 and arm64 and receive their stage and table', () => {
    const functions = dev.all('AWS::Lambda::Function');
    expect(functions).toHaveLength(deployedFiles.length);
    for (const { Properties } of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], MemorySize: 512 });
      const { STAGE, TABLE_NAME, NODE_OPTIONS } = Properties.Environment.Variables;
      // NODE_OPTIONS is unset, because `--enable-source-maps` would read the source map at every cold start: docs/decisions/0024.
      expect([STAGE, dev.describe(TABLE_NAME), NODE_OPTIONS]).toEqual(['dev', table, undefined]);
    }
  });

  test('a stage name with more than 13 characters is refused, because the names of functions would be too long', () => {
    expect(parseStage('s'.repeat(13)).name).toHaveLength(13);
    expect(() => parseStage('s'.repeat(14))).toThrow(StageError);
  });

  test('the deployed functions have roles without wildcard permissions, except that X-Ray actions apply to all resources, and S3 actions to all files of exports', () => {
    const statements: readonly Json[] = dev
      .all('AWS::IAM::Role')
      .filter(({ id }) => id !== gatewayRole().id)
      .flatMap(({ Properties }) => Properties.Policies)
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    expect(statements.flatMap(({ Action }) => Action).filter((action) => action.includes('*'))).toEqual([]);
    const onAnyResource = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('*'));
    expect(new Set(onAnyResource.flatMap(({ Action }) => Action))).toEqual(
      new Set([...always['*'], ...writesOfFiles]),
    );
    expect(dev.all('AWS::IAM::Policy')).toEqual([]);
    expect(JSON.stringify(dev.all('AWS::IAM::Role'))).not.toContain('ManagedPolicyArns');
  });
});

describe('the guarded partitions', () => {
  const examples = {
    logins: [
      keys.credentials('ops@acme.test'),
      keys.knownAddress('ops@acme.test', '203.0.113.7'),
      keys.accountFailures('ops@acme.test', '203.0.113.7', 1),
      keys.addressFailures('203.0.113.7', 1),
      emailKeys.emailedLinks('ops@acme.test', { purpose: 'passwordReset' }, 1),
    ],
    signingKeys: [keys.publishedKeys()],
    apiKeys: [keys.item('brd_01', 'apiKey', 'key_01')],
    paymentDetails: [paymentKeys.paymentDetails('brd_01', 'aff_01')],
    webhookSecrets: [webhookKeys.webhookSecrets('brd_01', 'whe_01')],
    linkKey: [emailKeys.linkKey()],
    emails: [emailKeys.email('Hk3d8fJ2')],
  } as const satisfies Record<GuardedPartition, unknown>;
  const open = keys.item('brd_01', 'affiliate', 'aff_01').pk;
  const reads = ['GetItem', 'BatchGetItem', 'Query', 'Scan', 'ConditionCheckItem', 'PartiQLSelect'];
  const writes = [
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'BatchWriteItem',
    'PartiQLInsert',
    'PartiQLUpdate',
    'PartiQLDelete',
  ];

  const isDenied = (file: string, action: string, requested: readonly string[]): boolean =>
    dev
      .denialsOf(functionName(file))
      .some(
        ({ actions, resource, partitions }) =>
          resource === table &&
          actions.includes(`dynamodb:${action}`) &&
          requested.some((key) => partitions.some((pattern) => isLike(key, pattern))),
      );

  const background: readonly { readonly file: string; readonly table: TableAccess }[] = [
    ...Object.values(queueFunctions),
    ...Object.values(streamFunctions),
    ...Object.values(scheduledFunctions),
  ];
  const accesses = [
    ...routes.map((route) => ({ file: handlerFile(route), table: tableAccessOf(route) })),
    ...background,
  ].filter(({ table: { actions } }) => actions.length > 0);
  const each = accesses.map(({ file, table: { guarded = {} } }) => [file, guarded] as const);

  test.each(each)(
    'the guarded partitions are denied to the function of %s, except those that it declares',
    (file, guarded) => {
      const allowed = guardedNames.map((name) => {
        const partitions = examples[name].map(({ pk }) => pk);
        const denials = (actions: readonly string[]) =>
          new Set(
            actions.flatMap((action) =>
              partitions.map((partition) => {
                const alone = isDenied(file, action, [partition]);
                // One guarded key among others is enough for a denial of the whole request.
                expect(isDenied(file, action, [open, partition])).toBe(alone);
                return alone;
              }),
            ),
          );
        const [read, write] = [denials(reads), denials(writes)].map((found) => [...found]);
        return [name, { read, write }];
      });
      expect(Object.fromEntries(allowed)).toEqual(
        Object.fromEntries(
          guardedNames.map((name) => [
            name,
            { read: [guarded[name] === undefined], write: [guarded[name] !== 'write'] },
          ]),
        ),
      );
    },
  );

  test('only endpoints of logins, passwords and users, and functions with private keys, use the guarded partitions', () => {
    const usersOf = (name: GuardedPartition, access: string) =>
      accesses.filter(({ table: { guarded = {} } }) => guarded[name] === access).map(({ file }) => file);
    expect(usersOf('logins', 'write')).toEqual([
      ...['login', 'logout', 'forgot-password', 'reset-password', 'accept-invitation', 'change-password'].map(
        (name) => `auth/${name}.ts`,
      ),
      ...['begin', 'confirm', 'disable'].map((name) => `second-factor/${name}.ts`),
      ...['invite', 'resend-invitation', 'update', 'delete'].map((name) => `users/${name}.ts`),
      'affiliates/invite-again.ts',
      'creator/send-sign-in-link.ts',
      'programs/apply.ts',
    ]);
    expect(usersOf('linkKey', 'write')).toEqual([
      'affiliates/create-session.ts',
      'queues/send-emails.ts',
      'queues/mail-creators.ts',
    ]);
    expect(usersOf('linkKey', 'read')).toEqual([
      'auth/reset-password.ts',
      'auth/accept-invitation.ts',
      'creator/create-session.ts',
      'programs/confirm.ts',
      'mails/unsubscribe-page.ts',
      'mails/unsubscribe.ts',
    ]);
    expect(usersOf('emails', 'read')).toEqual([]);
    expect(usersOf('logins', 'read')).toEqual([]);
    expect(usersOf('signingKeys', 'write')).toEqual([
      'auth/login.ts',
      'auth/refresh.ts',
      'affiliates/create-session.ts',
      'creator/create-session.ts',
      'schedules/rotate-keys.ts',
    ]);
    const authenticated = routes.filter(({ access }) => access !== 'public').map(handlerFile);
    expect(usersOf('signingKeys', 'read')).toEqual(
      authenticated.filter((file) => !['auth/refresh.ts', 'affiliates/create-session.ts'].includes(file)),
    );
  });

  test('only the endpoints of API keys can write them', () => {
    const writers = accesses.filter(({ table: { guarded = {} } }) => guarded.apiKeys === 'write');
    expect(writers.map(({ file }) => file)).toEqual(
      ['create', 'update', 'delete', 'rotate'].map((name) => `api-keys/${name}.ts`),
    );
    const readers = accesses.filter(({ table: { guarded = {} } }) => guarded.apiKeys !== undefined);
    const authenticated = routes.filter(({ access }) => access !== 'public').map(handlerFile);
    expect(readers.map(({ file }) => file)).toEqual(authenticated);
  });

  test('leave all other partitions to every function', () => {
    const others = [
      open,
      keys.apiKeyUse('brd_01', 'key_01').pk,
      keys.trackingCode('ada').pk,
      keys.brandDirectory('brd_01').pk,
      keys.probe().pk,
    ];
    for (const [file] of each) {
      expect([...reads, ...writes].filter((action) => isDenied(file, action, others))).toEqual([]);
    }
    expect(each.length).toBeGreaterThan(40);
  });
});

const readersOf = (variable: string): readonly string[] =>
  deployedFiles.filter(
    (file) => variable in dev.function(functionName(file)).Properties.Environment.Variables,
  );
const paymentKeyReaders = [
  'connections/create.ts',
  'connections/receive.ts',
  'connections/update.ts',
  'creator/set-payment-data.ts',
  'payout-details/set.ts',
  'payouts/get-file.ts',
  'queues/apply-messages.ts',
  'reports/payments.ts',
];

test('exactly the logins, the refresh and the key rotation can read the private keys', () => {
  const named = readersOf('SIGNING_KEYS_SECRET');
  expect(named.toSorted()).toEqual([
    'affiliates/create-session.ts',
    'auth/login.ts',
    'auth/refresh.ts',
    'creator/create-session.ts',
    'schedules/rotate-keys.ts',
  ]);
  const readers = deployedFiles.filter((file) => secret in dev.permissionsOf(functionName(file)));
  expect(readers.toSorted()).toEqual([...named, ...paymentKeyReaders].toSorted());
});

test('exactly the functions that encrypt or decrypt payment details, or secrets and messages of shops, can read the key', () => {
  expect(readersOf('PAYMENT_KEY_SECRET').toSorted()).toEqual(paymentKeyReaders);
});

describe('the data of a stage', () => {
  const keySchema = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: sort, KeyType: 'RANGE' },
  ];

  test('the data of a stage is stored in one table with the declared keys and indexes', () => {
    const { Properties } = dev.only(table);
    expect(Properties).toMatchObject({
      TableName: 'creator-affiliate-dev',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keySchema(partitionKey, sortKey),
      TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    });
    expect(Properties.GlobalSecondaryIndexes).toEqual(
      Object.entries(indexes).map(([IndexName, sortAttribute]) => ({
        IndexName,
        KeySchema: keySchema(IndexName, sortAttribute),
        Projection: { ProjectionType: projectionOf(IndexName) },
      })),
    );
  });

  test('the data of a stage is in a table with only the first indexes when the deployment names their number', () => {
    const partial = new DataStack(new App(), { ...parseStage('dev'), ...parseIndexCount('5') });
    const [stored] = Object.values(Template.fromStack(partial).findResources(table));
    const { GlobalSecondaryIndexes } = stored?.Properties ?? {};
    expect(GlobalSecondaryIndexes.map(({ IndexName }: Json) => IndexName)).toEqual(
      Object.keys(indexes).slice(0, 5),
    );
    for (const input of ['0', '10', 'five', '']) expect(() => parseIndexCount(input)).toThrow(StageError);
  });

  test.each([
    ['dev', dev, 'Delete', false],
    ['prod', prod, 'Retain', true],
  ] as const)(
    'the data of a stage has point-in-time recovery and the right deletion policy in stage %s',
    (_, stack, policy, isProtected) => {
      expect(stack.only(table).Properties.Replicas).toMatchObject([
        {
          DeletionProtectionEnabled: isProtected,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        },
      ]);
      const stored = [table, secret, 'AWS::Logs::LogGroup'].flatMap((type) => stack.all(type));
      expect(stored.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(stored.map(() => policy));
      expect(stored).toHaveLength(7);
    },
  );

  test('the data of a stage is read from a restored table when the stage names one', () => {
    const tableName = 'creator-affiliate-prod-restored';
    const restored = new SynthesizedStack(stageOf('prod', { ...parseStage('prod'), tableName }), bundles);
    const { id, DeletionPolicy, Properties } = restored.only(table);
    expect([Properties.TableName, DeletionPolicy]).toEqual([tableName, 'Retain']);
    expect(id).not.toBe(prod.only(table).id);
    const sources = restored
      .all('AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) => Properties.StartingPosition !== undefined);
    expect(sources.map(({ Properties }) => restored.describe(Properties.EventSourceArn))).toEqual(
      sources.map(() => `${table}.StreamArn`),
    );
  });

  test('includes a generated signing key that the service can read', () => {
    const { GenerateSecretString } = dev.only(secret, 'SigningKeys').Properties;
    const generated = JSON.parse(GenerateSecretString.SecretStringTemplate);
    generated[GenerateSecretString.GenerateStringKey] = 'Az09'.repeat(
      GenerateSecretString.PasswordLength / 4,
    );
    expect(GenerateSecretString.ExcludePunctuation).toBe(firstValue.excludePunctuation);
    const [key] = signingKeysDocument.parse(generated).keys;
    expect(Buffer.from(key?.secret ?? '', 'base64url').toString('base64url')).toBe(generated.secret);
    if (key === undefined) throw new Error('There is no key');
    const signature = sign(null, Buffer.from('text'), privateKeyOf(key));
    const publicKey = { kty: 'OKP', crv: 'Ed25519', x: publishedKeyOf(key).publicKey };
    const verifying = createPublicKey({ key: publicKey, format: 'jwk' });
    expect(verify(null, Buffer.from('text'), verifying, signature)).toBe(true);
  });
});
