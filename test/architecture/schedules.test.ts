// Tests the schedules with their functions, roles and dead-letter queues.
import { describe, expect, test } from 'vitest';
import { logFunctions } from '#infra/constructs/log-sources.ts';
import { queueFunctions } from '#infra/constructs/queue-sources.ts';
import { scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import { parseStage } from '#infra/stage.ts';
import { signingKeysTag } from '#infra/tags.ts';
import { gatewayFiles } from '#lib/surface/api/routes.ts';
import { emptyBundles, SynthesizedStack } from '#test/support/stack.ts';
import { withReadOnly } from '#test/support/stages.ts';

const dev = new SynthesizedStack('dev', emptyBundles());
const schedules = Object.entries(scheduledFunctions);

const functionName = (file: string): string =>
  `creator-affiliate-dev-${file.replace('.ts', '').replaceAll('/', '-')}`;

const scheduleOf = (name: string) =>
  dev
    .all('AWS::Scheduler::Schedule')
    .find(({ Properties }) => Properties.Name === `creator-affiliate-dev-${name}`)?.Properties;

test('each scheduled function has exactly one schedule', () => {
  expect(dev.all('AWS::Scheduler::Schedule')).toHaveLength(schedules.length);
  expect(schedules.map(([name]) => scheduleOf(name)?.State)).toEqual(schedules.map(() => 'ENABLED'));
});

describe('a read-only stage', () => {
  const readOnly = new SynthesizedStack(withReadOnly(parseStage('dev')), emptyBundles());
  const writesOf = (file: string) =>
    readOnly.function(functionName(file)).Properties.Environment.Variables.WRITES;

  test('all functions behind the API refuse writes', () => {
    expect(gatewayFiles.filter((file) => writesOf(file) !== 'off')).toEqual([]);
  });

  test('the functions of streams, queues and schedules complete what was accepted before', () => {
    const unattended = [streamFunctions, scheduledFunctions, queueFunctions, logFunctions].flatMap(
      (functions) => Object.values<{ readonly file: string }>(functions),
    );
    expect(unattended.map(({ file }) => writesOf(file))).toEqual(unattended.map(() => undefined));
  });

  test('no schedule starts a run, and no alarm misses the runs', () => {
    const states = readOnly.all('AWS::Scheduler::Schedule').map(({ Properties }) => Properties.State);
    expect(states).toEqual(schedules.map(() => 'DISABLED'));
    const overdue = (stack: SynthesizedStack) =>
      stack.all('AWS::CloudWatch::Alarm').filter(({ Properties }) => /-overdue$/.test(Properties.AlarmName));
    expect([overdue(readOnly).length, overdue(dev).length]).toEqual([0, schedules.length]);
  });
});

describe.each(schedules)('the schedule %s', (name, source) => {
  const { Target, ScheduleExpression, FlexibleTimeWindow } = scheduleOf(name) ?? {};
  const queue = dev.behind(Target.DeadLetterConfig.Arn);

  test('invokes its function at the declared rate', () => {
    expect([ScheduleExpression, FlexibleTimeWindow]).toEqual([`rate(${source.every})`, { Mode: 'OFF' }]);
    expect(dev.behind(Target.Arn).Properties.FunctionName).toBe(functionName(source.file));
  });

  test('retries an undelivered invocation for an hour, then sends it to the dead-letter queue', () => {
    expect(Target.RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 3600, MaximumRetryAttempts: 20 });
    expect(queue.Type).toBe('AWS::SQS::Queue');
  });

  test('retries a failed invocation twice, then sends it to the same dead-letter queue', () => {
    const [config] = dev
      .all('AWS::Lambda::EventInvokeConfig')
      .filter(({ Properties }) => dev.behind(Properties.FunctionName) === dev.behind(Target.Arn));
    expect(config?.Properties).toMatchObject({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3600 });
    expect(dev.behind(config?.Properties.DestinationConfig.OnFailure.Destination)).toBe(queue);
  });

  test('uses a role that only schedules of this account can assume, and that may only invoke the function and send to the queue', () => {
    const { AssumeRolePolicyDocument, Policies } = dev.behind(Target.RoleArn).Properties;
    expect(AssumeRolePolicyDocument.Statement).toMatchObject([
      {
        Principal: { Service: 'scheduler.amazonaws.com' },
        Condition: {
          StringEquals: {
            'aws:SourceAccount': { Ref: 'AWS::AccountId' },
            'aws:SourceArn': { 'Fn::Join': ['', expect.arrayContaining([':schedule-group/default'])] },
          },
        },
      },
    ]);
    const [{ PolicyDocument }] = Policies;
    expect(
      PolicyDocument.Statement.map(({ Action, Resource }: { Action: string; Resource: unknown }) => [
        Action,
        dev.behind(Resource),
      ]),
    ).toEqual([
      ['lambda:InvokeFunction', dev.behind(Target.Arn)],
      ['sqs:SendMessage', queue],
    ]);
  });
});

test('the function that rotates the signing keys may only read, write and publish them, send dead letters, log and trace', () => {
  expect(dev.permissionsOf(functionName(scheduledFunctions.rotateSigningKeys.file))).toEqual({
    '*': ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
    'AWS::Logs::LogGroup': ['logs:CreateLogStream', 'logs:PutLogEvents'],
    'AWS::DynamoDB::GlobalTable': ['dynamodb:UpdateItem'],
    'AWS::SecretsManager::Secret': [
      'secretsmanager:GetSecretValue',
      'secretsmanager:PutSecretValue',
      'secretsmanager:UpdateSecretVersionStage',
    ],
    'AWS::SQS::Queue': ['sqs:SendMessage'],
  });
});

test('the secret with the signing keys has the tag that the operator command searches for', () => {
  const { Tags } = dev.only('AWS::SecretsManager::Secret', 'SigningKeys').Properties;
  expect(Tags).toEqual([{ Key: signingKeysTag, Value: 'dev' }]);
});
