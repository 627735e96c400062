// Tests that a stage with an e-mail sender may send only in the name of this sender and with its own configuration set, and a stage without one
// not at all.
import { expect, test } from 'vitest';
import { parseStage } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
import { emptyBundles, type Resource, SynthesizedStack } from '#test/support/stack.ts';
import { withEmailSender } from '#test/support/stages.ts';

const bundles = emptyBundles();
const stage = parseStage('prod');

const statementsOf = (role: Resource): readonly Json[] =>
  (role.Properties.Policies ?? []).flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement);

/** The statements that allow any action of Amazon SES, by the role that has them. */
const sendingRoles = (stack: SynthesizedStack) =>
  stack.all('AWS::IAM::Role').flatMap((role) => {
    const sending = statementsOf(role).filter(({ Action }) => JSON.stringify(Action).includes('ses:'));
    return sending.map((statement) => ({ role: role.id, statement }));
  });

const email = { from: 'Acme <no-reply@mail.acme.test>', identity: 'mail.acme.test' };
const stack = new SynthesizedStack(withEmailSender(stage, email), bundles);

test('only the functions that send queued e-mails may send, with the identity, the address and the configuration set of the stage', () => {
  const [sender, ofCreators, ...others] = sendingRoles(stack);
  expect(others).toEqual([]);
  const { Properties } = stack.function(`${stack.name}-queues-send-emails`);
  const toCreators = stack.function(`${stack.name}-queues-mail-creators`).Properties;
  expect(ofCreators).toEqual({
    role: stack.behind(toCreators.Role).id,
    statement: sender?.statement,
  });
  expect(toCreators.Environment.Variables.EMAIL_CONFIGURATION_SET).toBe('creator-affiliate-prod');
  expect(sender?.role).toBe(stack.behind(Properties.Role).id);
  expect(sender?.statement).toMatchObject({
    Effect: 'Allow',
    Action: 'ses:SendEmail',
    Condition: { StringEquals: { 'ses:FromAddress': 'no-reply@mail.acme.test' } },
  });
  const names = sender?.statement.Resource.map((arn: Json) => arn['Fn::Join'][1].at(-1));
  expect(names).toEqual([
    expect.stringMatching(/:configuration-set\/creator-affiliate-prod$/),
    expect.stringMatching(/:identity\/mail\.acme\.test$/),
  ]);
  expect(Properties.Environment.Variables.EMAIL_FROM).toBe('Acme <no-reply@mail.acme.test>');
  expect(stack.behind(Properties.Environment.Variables.EMAIL_CONFIGURATION_SET)).toBe(
    stack.only('AWS::SES::ConfigurationSet'),
  );
});

test('the configuration set suppresses addresses that bounced or complained, and counts both events', () => {
  const { Properties } = stack.only('AWS::SES::ConfigurationSet');
  expect(Properties).toEqual({
    Name: 'creator-affiliate-prod',
    ReputationOptions: { ReputationMetricsEnabled: true },
    SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  });
  const [counts, feedback, ...others] = stack
    .all('AWS::SES::ConfigurationSetEventDestination')
    .map(({ Properties: { EventDestination } }) => EventDestination);
  expect(others).toEqual([]);
  expect(feedback).toMatchObject({ Enabled: true, MatchingEventTypes: ['bounce', 'complaint'] });
  expect(feedback.EventBridgeDestination).toBeDefined();
  expect(counts).toEqual({
    Enabled: true,
    MatchingEventTypes: ['bounce', 'complaint'],
    CloudWatchDestination: {
      DimensionConfigurations: [
        {
          DimensionName: 'ses:configuration-set',
          DimensionValueSource: 'messageTag',
          DefaultDimensionValue: 'creator-affiliate-prod',
        },
      ],
    },
  });
});

test('permanent bounces and complaints about e-mails to creators reach their worker, without an address', () => {
  const rules = stack.all('AWS::Events::Rule').map(({ Properties }) => Properties);
  const patterns = rules.map(({ EventPattern: { 'detail-type': type, detail } }) => [type, detail.bounce]);
  expect(patterns).toEqual([
    [['Email Bounced'], { bounceType: ['Permanent'] }],
    [['Email Complaint Received'], undefined],
  ]);
  const statuses = ['bounced', 'complained'];
  for (const [index, { EventPattern, Targets }] of rules.entries()) {
    expect(EventPattern.source).toEqual(['aws.ses']);
    expect(EventPattern.detail.mail.tags).toEqual({
      'ses:configuration-set': ['creator-affiliate-prod'],
      creatorId: [{ exists: true }],
    });
    const [{ Arn, InputTransformer }, ...further] = Targets;
    expect(further).toEqual([]);
    expect(stack.behind(Arn).id).toMatch(/^QueuesmailCreatorsQueue/);
    const paths = Object.values(InputTransformer.InputPathsMap);
    expect(paths).toEqual(['brandId', 'creatorId', 'address'].map((tag) => `$.detail.mail.tags.${tag}[0]`));
    expect(InputTransformer.InputTemplate).toContain(`"status":"${statuses[index]}"`);
  }
});

test('no function of a stage without a sender may send, and none knows a sender', () => {
  const without = new SynthesizedStack(stage, bundles);
  expect(sendingRoles(without)).toEqual([]);
  expect(without.all('AWS::SES::ConfigurationSet')).toEqual([]);
  const functions = without.all('AWS::Lambda::Function');
  expect(functions.length).toBeGreaterThan(50);
  expect(functions.filter(({ Properties }) => 'EMAIL_FROM' in Properties.Environment.Variables)).toEqual([]);
});
