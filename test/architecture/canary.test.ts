// Tests how new releases of the most important endpoints begin, and that a rollback does not wait.
import { expect, test } from 'vitest';
import { parseCanary, parseStage, StageError } from '#infra/stage.ts';
import { emptyBundles, SynthesizedStack } from '#test/support/stack.ts';
import { withReadOnly } from '#test/support/stages.ts';

const bundles = emptyBundles();
const prod = parseStage('prod');
const stack = new SynthesizedStack(prod, bundles);
const canaries = ['auth-login', 'conversions-create', 'tracking-follow-link'];

const groupsOf = (its: SynthesizedStack) =>
  its.all('AWS::CodeDeploy::DeploymentGroup').map(({ Properties }) => ({
    config: Properties.DeploymentConfigName,
    alarms: (Properties.AlarmConfiguration?.Alarms ?? []).map(
      ({ Name }: { Name: unknown }) => its.behind(Name).Properties.AlarmName,
    ),
    events: Properties.AutoRollbackConfiguration?.Events,
  }));

test('the link, orders and logins send a tenth of the requests to a release for five minutes, and go back at an alarm', () => {
  const groups = groupsOf(stack);
  expect(groups.map(({ config }) => config)).toEqual(
    canaries.map(() => 'CodeDeployDefault.LambdaCanary10Percent5Minutes'),
  );
  expect(groups.flatMap(({ alarms }) => alarms).toSorted()).toEqual(
    canaries.map((name) => `creator-affiliate-prod-${name}-release`),
  );
  for (const { events } of groups) expect(events).toContain('DEPLOYMENT_STOP_ON_ALARM');
});

test('the gateway invokes the alias of exactly these functions', () => {
  const uris = stack
    .all('AWS::ApiGatewayV2::Integration')
    .map(({ Properties }) => JSON.stringify(Properties.IntegrationUri));
  const live = uris.flatMap((uri) => /creator-affiliate-prod-([\w-]+):live"/.exec(uri)?.[1] ?? []);
  expect([...new Set(live)].toSorted()).toEqual(canaries);
  const aliased = stack
    .all('AWS::Lambda::Alias')
    .map(({ Properties }) => [
      Properties.Name,
      stack.behind(Properties.FunctionName).Properties.FunctionName.replace('creator-affiliate-prod-', ''),
    ]);
  expect(aliased.toSorted()).toEqual(canaries.map((name) => ['live', name]));
});

test.each([
  ['-c canary=off', { ...prod, ...parseCanary('off') }],
  ['a read-only stage, which refuses orders,', withReadOnly(prod)],
])('%s moves all requests at once, whether or not the alarm is raised', (_, stage) => {
  expect(groupsOf(new SynthesizedStack(stage, bundles))).toEqual(
    canaries.map(() => ({
      config: 'CodeDeployDefault.LambdaAllAtOnce',
      alarms: [],
      events: expect.anything(),
    })),
  );
});

test('dev has no canaries', () => {
  expect(groupsOf(new SynthesizedStack('dev', bundles))).toEqual([]);
});

test('only `off` is a value of -c canary', () => {
  expect(parseCanary(undefined)).toEqual({});
  expect(() => parseCanary('on')).toThrow(StageError);
});
