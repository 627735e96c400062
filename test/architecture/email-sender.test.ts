// Tests that a stage with an e-mail sender may send in the name of this sender only, and a stage without one not at all.
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

test('only the function that sends queued e-mails may send, with the identity and the address of the stage', () => {
  const stack = new SynthesizedStack(
    withEmailSender(stage, { from: 'Acme <no-reply@mail.acme.test>', identity: 'mail.acme.test' }),
    bundles,
  );
  const [sender, ...others] = sendingRoles(stack);
  expect(others).toEqual([]);
  const { Properties } = stack.function(`${stack.name}-queues-send-emails`);
  expect(sender?.role).toBe(stack.behind(Properties.Role).id);
  expect(sender?.statement).toMatchObject({
    Effect: 'Allow',
    Action: 'ses:SendEmail',
    Condition: { StringEquals: { 'ses:FromAddress': 'no-reply@mail.acme.test' } },
  });
  expect(JSON.stringify(sender?.statement.Resource)).toMatch(/:identity\/mail\.acme\.test"/);
  expect(Properties.Environment.Variables.EMAIL_FROM).toBe('Acme <no-reply@mail.acme.test>');
});

test('no function of a stage without a sender may send, and none knows a sender', () => {
  const stack = new SynthesizedStack(stage, bundles);
  expect(sendingRoles(stack)).toEqual([]);
  const functions = stack.all('AWS::Lambda::Function');
  expect(functions.length).toBeGreaterThan(50);
  expect(functions.filter(({ Properties }) => 'EMAIL_FROM' in Properties.Environment.Variables)).toEqual([]);
});
