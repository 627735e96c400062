// What is deployed against AWS's rules as cdk-nag has them: nothing is found that is not acknowledged, with its reason, where it is.
import { App, Stack, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { DeliveryStack } from '#infra/delivery/delivery-stack.ts';
import { parseDelivery } from '#infra/delivery/settings.ts';
import { parseStage, type Stage } from '#infra/stage.ts';
import { findings } from '#test/support/findings.ts';
import { appOf, emptyBundles } from '#test/support/stack.ts';
import { withDomain, withNightWatch } from '#test/support/stages.ts';

const bundles = emptyBundles();
const stages: readonly (readonly [string, Stage])[] = [
  ['dev', parseStage('dev')],
  ['prod', parseStage('prod')],
  ['prod with all that its terms may name', withNightWatch(withDomain(parseStage('prod')))],
];

/** Every acknowledgement there is, as `<construct> <rule>`, with its reason. */
function acknowledged(scope: IConstruct): ReadonlyMap<string, string> {
  const found = scope.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata
        .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
        .flatMap(({ data }) =>
          Object.entries<string>(data).map(([id, reason]) => [`${node.path} ${id}`, reason] as const),
        ),
    );
  return new Map(found);
}

describe.each(stages)('%s', (_, stage) => {
  const { stack } = appOf(stage, bundles);

  test('has nothing that is found and not acknowledged', () => {
    expect(findings(stack)).toEqual([]);
  });

  test('acknowledges nothing that is not found, nor anything more widely than on the one resource', () => {
    const found = findings(stack, false).map((finding) => finding.replace('/Resource ', ' '));
    expect(found.length).toBeGreaterThan(100);
    const known = acknowledged(stack);
    expect([...known.keys()].map((key) => key.replace(/ .*::(?=\w+-\w+)/, ' ')).toSorted()).toEqual(
      found.toSorted(),
    );
    for (const [where, reason] of known) expect(reason, where).toMatch(/^.{40,}\.$/);
  });
});

test('the stack with the roles of deliveries has nothing that is found and not acknowledged', () => {
  const repository = { repository: 'acme/affiliates', identityProviderArn: undefined };
  const delivery = new DeliveryStack(
    new App(),
    'Delivery',
    parseDelivery({ ...repository, stages: 'dev,prod' }),
  );
  expect(findings(delivery)).toEqual([]);
  expect(findings(delivery, false).length).toBeGreaterThan(0);
});

test('what is new and against a rule is found', () => {
  const { stack } = appOf(parseStage('dev'), bundles);
  new Queue(new Stack(stack, 'New'), 'Open');
  expect(findings(stack)).toEqual(
    expect.arrayContaining([expect.stringMatching(/New\/Open\/Resource AwsSolutions-SQS4$/)]),
  );
});
