// Tests safeguards that apply to all resources of a type.
import { App } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { DataStack } from '#infra/stacks/data-stack.ts';
import { parseStage } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
import { appOf, emptyBundles, SynthesizedStack } from '#test/support/stack.ts';
import { withAllSettings } from '#test/support/stages.ts';

const bundles = emptyBundles();
const stacks = [
  new SynthesizedStack('dev', bundles),
  new SynthesizedStack(withAllSettings(parseStage('prod')), bundles),
].map((stack) => [stack.name, stack] as const);

/** Yields every policy statement in a template with the id of its resource. */
function* statementsIn(value: Json, id = ''): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if ('Effect' in value) yield { id, ...value };
  for (const child of Object.values(value)) yield* statementsIn(child, id);
}

describe.each(stacks)('the stack %s', (_, stack) => {
  const all = (type: string) => stack.all(type).map(({ Properties }) => Properties);

  test('allows no wildcard actions, except to the account on its own KMS key, and to the function of CDK that empties a bucket', () => {
    const statements = stack.resources.flatMap(({ id, Properties }) => [...statementsIn(Properties, id)]);
    expect(statements.length).toBeGreaterThan(100);
    const wide = statements.filter(
      ({ Effect, Action, Principal }) =>
        Effect === 'Allow' &&
        [Action].flat().some((action) => action.includes('*')) &&
        !JSON.stringify(Principal ?? '').includes('CustomS3AutoDeleteObjects'),
    );
    const key = stack.only('AWS::KMS::Key');
    expect(wide.map(({ id, Action }) => [id, Action])).toEqual([[key.id, 'kms:*']]);
    expect(JSON.stringify(wide[0]?.Principal)).toContain(':root');
    expect(statements.filter(({ Effect, Principal }) => Effect === 'Allow' && Principal === '*')).toEqual([]);
  });

  test('encrypts the table, the topics and every queue', () => {
    expect(all('AWS::DynamoDB::GlobalTable').map((one) => one.SSESpecification)).toEqual([
      { SSEEnabled: true, SSEType: 'KMS' },
    ]);
    expect(all('AWS::SNS::Topic').map(({ KmsMasterKeyId }) => KmsMasterKeyId !== undefined)).toEqual([
      true,
      true,
    ]);
    expect(all('AWS::SQS::Queue').length).toBeGreaterThan(0);
    expect(all('AWS::SQS::Queue').map(({ SqsManagedSseEnabled }) => SqsManagedSseEnabled)).toEqual(
      all('AWS::SQS::Queue').map(() => true),
    );
  });

  test('keeps messages for two weeks and accepts them over TLS only', () => {
    const queues = stack.all('AWS::SQS::Queue');
    expect(queues.length).toBeGreaterThan(0);
    for (const { id, Properties } of queues) {
      expect(Properties.MessageRetentionPeriod, id).toBe(14 * 24 * 60 * 60);
      const policies = all('AWS::SQS::QueuePolicy').filter(({ Queues }) =>
        Queues.some((queue: Json) => stack.behind(queue).id === id),
      );
      const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      // EventBridge sends the bounces of e-mails to creators.
      const isOfRule = ({ Principal }: Json) => Principal.Service === 'events.amazonaws.com';
      expect(statements.filter((one) => !isOfRule(one))).toMatchObject([
        { Effect: 'Deny', Principal: { AWS: '*' }, Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      ]);
    }
  });

  test('processes each stream shard with one invocation at a time, because checkpoints are per shard', () => {
    const factors = all('AWS::Lambda::EventSourceMapping').map((one) => one.ParallelizationFactor ?? 1);
    expect(new Set(factors)).toEqual(new Set([1]));
  });

  test('traces every function and limits the retention of all logs, which are one group except for the function that reads it', () => {
    const functions = all('AWS::Lambda::Function');
    expect(new Set(functions.map((one) => one.TracingConfig?.Mode))).toEqual(new Set(['Active']));
    const { LogGroupName: read, DestinationArn } = stack.only('AWS::Logs::SubscriptionFilter').Properties;
    const groupOf = (one: Json) => stack.behind(one.LoggingConfig.LogGroup).id;
    const elsewhere = functions.filter((one) => groupOf(one) !== stack.behind(read).id);
    // CloudWatch Logs may refuse a subscription whose function writes to the group, because this could be a loop.
    expect(elsewhere).toEqual([stack.behind(DestinationArn).Properties]);
    const groups = all('AWS::Logs::LogGroup');
    expect(groups.length).toBeGreaterThan(0);
    for (const group of groups) expect(group.RetentionInDays).toBeGreaterThan(0);
  });
});

test('each stack is protected from deletion if its stage keeps its data', () => {
  const { app } = appOf(parseStage('prod'), bundles);
  const protections = app.node.children.map((stack) => Object(stack).terminationProtection);
  expect(new Set(protections)).toEqual(new Set([true]));
  expect(new DataStack(new App(), parseStage('dev')).terminationProtection).toBe(false);
});
