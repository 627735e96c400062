// What a clock calls: each schedule with its function, its roles, and the queue of what could not be done.
import { describe, expect, test } from 'vitest';
import { scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { signingKeysTag } from '#infra/tags.ts';
import { emptyBundles, SynthesizedStack } from '#test/support/stack.ts';

const dev = new SynthesizedStack('dev', emptyBundles());
const schedules = Object.entries(scheduledFunctions);

const functionName = (file: string): string =>
  `creator-affiliate-dev-${file.replace('.ts', '').replaceAll('/', '-')}`;

const scheduleOf = (name: string) =>
  dev
    .all('AWS::Scheduler::Schedule')
    .find(({ Properties }) => Properties.Name === `creator-affiliate-dev-${name}`)?.Properties;

test('there is a schedule for each scheduled function, and no other', () => {
  expect(dev.all('AWS::Scheduler::Schedule')).toHaveLength(schedules.length);
  expect(schedules.map(([name]) => scheduleOf(name)?.State)).toEqual(schedules.map(() => 'ENABLED'));
});

describe.each(schedules)('%s', (name, source) => {
  const { Target, ScheduleExpression, FlexibleTimeWindow } = scheduleOf(name) ?? {};
  const queue = dev.behind(Target.DeadLetterConfig.Arn);

  test('is called as often as is declared', () => {
    expect([ScheduleExpression, FlexibleTimeWindow]).toEqual([`rate(${source.every})`, { Mode: 'OFF' }]);
    expect(dev.behind(Target.Arn).Properties.FunctionName).toBe(functionName(source.file));
  });

  test('a call that cannot be handed over is tried again for an hour, then kept', () => {
    expect(Target.RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 3600, MaximumRetryAttempts: 20 });
    expect(queue.Type).toBe('AWS::SQS::Queue');
  });

  test('a call that fails is tried again twice, then kept in the same queue', () => {
    const [config] = dev
      .all('AWS::Lambda::EventInvokeConfig')
      .filter(({ Properties }) => dev.behind(Properties.FunctionName) === dev.behind(Target.Arn));
    expect(config?.Properties).toMatchObject({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3600 });
    expect(dev.behind(config?.Properties.DestinationConfig.OnFailure.Destination)).toBe(queue);
  });

  test('is called by a role that may call it and keep what failed, for the schedules of this account', () => {
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

test('who rotates the signing keys may read and write them, keep what failed, log and be traced: nothing else', () => {
  expect(dev.permissionsOf(functionName(scheduledFunctions.rotateSigningKeys.file))).toEqual({
    '*': ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
    'AWS::Logs::LogGroup': ['logs:CreateLogStream', 'logs:PutLogEvents'],
    'AWS::SecretsManager::Secret': [
      'secretsmanager:GetSecretValue',
      'secretsmanager:PutSecretValue',
      'secretsmanager:UpdateSecretVersionStage',
    ],
    'AWS::SQS::Queue': ['sqs:SendMessage'],
  });
});

test('the operator finds the secret with the signing keys by its tag', () => {
  const { Tags } = dev.only('AWS::SecretsManager::Secret').Properties;
  expect(Tags).toEqual([{ Key: signingKeysTag, Value: 'dev' }]);
});
