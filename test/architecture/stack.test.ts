// The stack against the contract and the keys: nothing is deployed that they do not say, and all that they say is.
import { describe, expect, test } from 'vitest';
import { firstValue } from '#infra/constructs/signing-keys.ts';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import { signingKeysDocument } from '#lib/auth/signing-keys.ts';
import { fallbackFile, handlerFile, methodsOf, routes } from '#lib/contract/routes.ts';
import { indexes, partitionKey, sortKey, timeToLive } from '#lib/table/keys.ts';
import { emptyBundles, SynthesizedStack } from '#test/support/stack.ts';

const bundles = emptyBundles();
const dev = new SynthesizedStack('dev', bundles);
const prod = new SynthesizedStack('prod', bundles);

const table = 'AWS::DynamoDB::GlobalTable';
const secret = 'AWS::SecretsManager::Secret';
const logging = { 'AWS::Logs::LogGroup': ['logs:CreateLogStream', 'logs:PutLogEvents'] };

const functionName = (file: string): string =>
  `creator-affiliate-dev-${file.replace('.ts', '').replaceAll('/', '-')}`;
const tableActions = (actions: readonly string[]) => [
  ...new Set(actions.map((action) => `dynamodb:${action}`).toSorted()),
];

describe('the API', () => {
  test('has every route of the contract, each to its own function, and one function for all else', () => {
    const deployed = dev.all('AWS::ApiGatewayV2::Route').map(({ Properties }) => {
      const integration = dev.behind(Properties.Target['Fn::Join'][1][1]);
      const target = dev.behind(integration.Properties.IntegrationUri);
      return [Properties.RouteKey, target.Properties.FunctionName] as const;
    });
    const expected = routes.flatMap((route) =>
      methodsOf(route).map(
        (method) => [`${method} /v1${route.path}`, functionName(handlerFile(route))] as const,
      ),
    );
    expect(new Map(deployed)).toEqual(
      new Map([...expected, ['$default', functionName(fallbackFile)] as const]),
    );
    expect(deployed).toHaveLength(expected.length + 1);
  });

  test('may call each of those functions, on its own path only', () => {
    const permitted = dev
      .all('AWS::Lambda::Permission')
      .map(({ Properties: { FunctionName, SourceArn, Principal } }) => {
        expect(Principal).toBe('apigateway.amazonaws.com');
        return `${dev.behind(FunctionName).Properties.FunctionName} ${SourceArn['Fn::Join'][1].at(-1)}`;
      });
    const expected = routes.map((route) => `${functionName(handlerFile(route))} /*/*/v1${route.path}`);
    expect(new Set(permitted)).toEqual(new Set([...expected, `${functionName(fallbackFile)} /*/*`]));
  });

  test('is named by the output ApiUrl, which ends in /v1; the table by TableName', () => {
    const { ApiUrl, TableName } = dev.template.toJSON().Outputs;
    expect(dev.describe(ApiUrl.Value)).toBe('AWS::ApiGatewayV2::Api.ApiEndpoint/v1');
    expect(dev.describe(TableName.Value)).toBe(table);
  });
});

describe('a function', () => {
  test.each(routes.map((route) => [route.name, route] as const))(
    '%s may do what its contract says',
    (_, route) => {
      const file = handlerFile(route);
      const isPublic = route.access === 'public';
      const signs = !isPublic || route.signsTokens === true;
      const actions = tableActions([...route.table.actions, ...(isPublic ? [] : ['BatchGetItem'])]);
      const ofIndexes = (route.table.indexes ?? []).map((name) => [
        `${table}/index/${name}`,
        ['dynamodb:Query'],
      ]);
      expect(dev.permissionsOf(functionName(file))).toEqual({
        ...logging,
        ...(actions.length > 0 && { [table]: actions }),
        ...Object.fromEntries(ofIndexes),
        ...(signs && { [secret]: ['secretsmanager:GetSecretValue'] }),
      });
      const { Variables } = dev.function(functionName(file)).Properties.Environment;
      expect('SIGNING_KEYS_SECRET' in Variables).toBe(signs);
    },
  );

  test.each(Object.values(streamFunctions))(
    '$file may do what is declared, and has dead letters',
    (source) => {
      const name = functionName(source.file);
      expect(dev.permissionsOf(name)).toEqual({
        ...logging,
        [table]: tableActions(source.table.actions),
        [`${table}.StreamArn`]: tableActions([
          'DescribeStream',
          'GetRecords',
          'GetShardIterator',
          'ListStreams',
        ]),
        'AWS::SQS::Queue': ['sqs:SendMessage'],
      });
      const [mapping] = dev
        .all('AWS::Lambda::EventSourceMapping')
        .filter(({ Properties }) => dev.behind(Properties.FunctionName).Properties.FunctionName === name);
      expect(mapping?.Properties).toMatchObject({
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 20,
      });
      expect(dev.describe(mapping?.Properties.EventSourceArn)).toBe(`${table}.StreamArn`);
      expect(dev.behind(mapping?.Properties.DestinationConfig.OnFailure).Type).toBe('AWS::SQS::Queue');
      expect(JSON.parse(mapping?.Properties.FilterCriteria.Filters[0].Pattern)).toEqual(source.filter);
      expect('TumblingWindowInSeconds' in (mapping?.Properties ?? {})).toBe(source.windowed);
    },
  );

  test('runs on Node 24 and arm64, knows its stage and table, and its stack traces name the sources', () => {
    for (const { Properties } of dev.all('AWS::Lambda::Function')) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], MemorySize: 512 });
      const { STAGE, TABLE_NAME, NODE_OPTIONS } = Properties.Environment.Variables;
      expect([STAGE, dev.describe(TABLE_NAME), NODE_OPTIONS]).toEqual(['dev', table, '--enable-source-maps']);
    }
  });

  test('is allowed no action and no resource by a wildcard', () => {
    const roles = JSON.stringify(dev.all('AWS::IAM::Role').map(({ Properties }) => Properties.Policies));
    expect(roles).not.toContain('*');
    expect(dev.all('AWS::IAM::Policy')).toEqual([]);
    expect(JSON.stringify(dev.all('AWS::IAM::Role'))).not.toContain('ManagedPolicyArns');
  });
});

describe('the data', () => {
  const keySchema = (name: string) => [
    { AttributeName: name, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ];

  test('stand in the table that the keys declare', () => {
    const { Properties } = dev.only(table);
    expect(Properties).toMatchObject({
      TableName: 'creator-affiliate-dev',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keySchema(partitionKey),
      TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    });
    expect(Properties.GlobalSecondaryIndexes).toEqual(
      Object.entries(indexes).map(([IndexName, index]) => ({
        IndexName,
        KeySchema: keySchema(index.partitionKey),
        Projection: { ProjectionType: 'ALL' },
      })),
    );
  });

  test.each([
    ['dev', dev, 'Delete', false],
    ['prod', prod, 'Retain', true],
  ] as const)('of %s can be restored, and are kept as they should be', (_, stack, policy, isProtected) => {
    expect(stack.only(table).Properties.Replicas).toMatchObject([
      {
        DeletionProtectionEnabled: isProtected,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    ]);
    const kept = [table, secret, 'AWS::Logs::LogGroup'].map((type) => stack.only(type).DeletionPolicy);
    expect(kept).toEqual([policy, policy, policy]);
  });

  test('begin with a signing key that the service can read', () => {
    const { GenerateSecretString } = dev.only(secret).Properties;
    const generated = JSON.parse(GenerateSecretString.SecretStringTemplate);
    generated[GenerateSecretString.GenerateStringKey] = 'Az09'.repeat(
      GenerateSecretString.PasswordLength / 4,
    );
    expect(GenerateSecretString.ExcludePunctuation).toBe(firstValue.excludePunctuation);
    const [key] = signingKeysDocument.parse(generated).keys;
    expect(Buffer.from(key?.secret ?? '', 'base64url').toString('base64url')).toBe(generated.secret);
  });
});
