// What holds for all resources of a kind, whatever constructs they come from.
import { describe, expect, test } from 'vitest';
import { parseStage } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
import { appOf, emptyBundles, SynthesizedStack } from '#test/support/stack.ts';
import { withDomain, withNightWatch } from '#test/support/stages.ts';

const bundles = emptyBundles();
const stacks = [
  new SynthesizedStack('dev', bundles),
  new SynthesizedStack(withNightWatch(withDomain(parseStage('prod'))), bundles),
].map((stack) => [stack.name, stack] as const);

/** Every statement of every policy in a template, with the id of its resource. */
function* statementsIn(value: Json, id = ''): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if ('Effect' in value) yield { id, ...value };
  for (const child of Object.values(value)) yield* statementsIn(child, id);
}

describe.each(stacks)('%s', (_, stack) => {
  const all = (type: string) => stack.all(type).map(({ Properties }) => Properties);

  test('allows no action by a wildcard, but to the account itself on its own key', () => {
    const statements = stack.resources.flatMap(({ id, Properties }) => [...statementsIn(Properties, id)]);
    expect(statements.length).toBeGreaterThan(100);
    const wide = statements.filter(
      ({ Effect, Action }) => Effect === 'Allow' && [Action].flat().some((action) => action.includes('*')),
    );
    const key = stack.only('AWS::KMS::Key');
    expect(wide.map(({ id, Action }) => [id, Action])).toEqual([[key.id, 'kms:*']]);
    expect(JSON.stringify(wide[0]?.Principal)).toContain(':root');
    expect(statements.filter(({ Effect, Principal }) => Effect === 'Allow' && Principal === '*')).toEqual([]);
  });

  test('encrypts what is stored: the table, the topic, each queue', () => {
    expect(all('AWS::DynamoDB::GlobalTable').map((one) => one.SSESpecification)).toEqual([
      { SSEEnabled: true, SSEType: 'KMS' },
    ]);
    expect(all('AWS::SNS::Topic').every(({ KmsMasterKeyId }) => KmsMasterKeyId !== undefined)).toBe(true);
    expect(all('AWS::SQS::Queue').map(({ SqsManagedSseEnabled }) => SqsManagedSseEnabled)).toEqual(
      all('AWS::SQS::Queue').map(() => true),
    );
  });

  test('keeps dead letters for two weeks, and takes them over TLS only', () => {
    const queues = stack.all('AWS::SQS::Queue');
    expect(queues.length).toBeGreaterThan(0);
    for (const { id, Properties } of queues) {
      expect(Properties.MessageRetentionPeriod, id).toBe(14 * 24 * 60 * 60);
      const policies = all('AWS::SQS::QueuePolicy').filter((one) => stack.behind(one.Queues).id === id);
      expect(policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)).toMatchObject([
        { Effect: 'Deny', Principal: { AWS: '*' }, Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      ]);
    }
  });

  test('hands each shard of the stream to one run at a time: checkpoints are kept by shard', () => {
    const factors = all('AWS::Lambda::EventSourceMapping').map((one) => one.ParallelizationFactor ?? 1);
    expect(factors).toEqual([1, 1]);
  });

  test('traces every function, and keeps the logs of all in one group that does not grow for ever', () => {
    const functions = all('AWS::Lambda::Function');
    expect(new Set(functions.map((one) => one.TracingConfig?.Mode))).toEqual(new Set(['Active']));
    expect(new Set(functions.map((one) => stack.behind(one.LoggingConfig.LogGroup).id)).size).toBe(1);
    for (const group of all('AWS::Logs::LogGroup')) expect(group.RetentionInDays).toBeGreaterThan(0);
  });

  test('leaves room for as many endpoints again before CloudFormation’s 500 resources', () => {
    expect(stack.resources.length).toBeLessThan(350);
  });
});

test('a stack is protected from deletion where its data are kept', () => {
  const protectedStages = ['dev', 'staging', 'prod', 'pr-128'].filter(
    (name) => appOf(parseStage(name), bundles).stack.terminationProtection,
  );
  expect(protectedStages).toEqual(['staging', 'prod', 'pr-128']);
});
