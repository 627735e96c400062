// Tests the stacks with cdk-nag: every finding is acknowledged with a reason, on its own resource.
import { App, Stack, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { DeliveryStack } from '#infra/delivery/delivery-stack.ts';
import { parseDelivery } from '#infra/delivery/settings.ts';
import { parseStage, type Stage } from '#infra/stage.ts';
import { findings } from '#test/support/findings.ts';
import { appOf, emptyBundles } from '#test/support/stack.ts';
import { withAllSettings, withEdge, withEdgeAndDomain } from '#test/support/stages.ts';

const bundles = emptyBundles();
const stages: readonly (readonly [string, Stage])[] = [
  ['dev', parseStage('dev')],
  ['prod with all options', withAllSettings(parseStage('prod'))],
  ['prod behind CloudFront', withEdge(parseStage('prod'))],
  ['prod behind CloudFront with a domain', withEdgeAndDomain(parseStage('prod'))],
];

/** All acknowledgements: the key is `<construct> <rule>`, the value is the reason. */
function acknowledgementsIn(scope: IConstruct): ReadonlyMap<string, string> {
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

describe.each(stages)('the stacks of stage %s', (_, stage) => {
  const { app } = appOf(stage, bundles);
  // References to other stacks have the form that a deployment checks only after the synthesis.
  app.synth();

  test('the stacks have no cdk-nag finding without an acknowledgement', () => {
    expect(findings(app)).toEqual([]);
  });

  test('acknowledges only existing findings, each with a reason and on a single resource', () => {
    const found = findings(app, false).map((finding) => finding.replace('/Resource ', ' '));
    expect(found.length).toBeGreaterThan(100);
    const known = acknowledgementsIn(app);
    expect([...known.keys()].map((key) => key.replace(/ .*::(?=\w+-\w+)/, ' ')).toSorted()).toEqual(
      found.toSorted(),
    );
    for (const [where, reason] of known) expect(reason, where).toMatch(/^.{40,}\.$/);
  });
});

test('the stack of the delivery roles has no cdk-nag finding without an acknowledgement', () => {
  const repository = { repository: 'acme/affiliates', identityProviderArn: undefined };
  const delivery = new DeliveryStack(new App(), 'Delivery', parseDelivery({ ...repository, stage: 'prod' }));
  expect(findings(delivery)).toEqual([]);
  expect(findings(delivery, false).length).toBeGreaterThan(0);
});

test('cdk-nag reports a new resource that violates a rule', () => {
  const { stack } = appOf(parseStage('dev'), bundles);
  new Queue(new Stack(stack, 'New'), 'Open');
  expect(findings(stack)).toEqual(
    expect.arrayContaining([expect.stringMatching(/New\/Open\/Resource AwsSolutions-SQS4$/)]),
  );
});
