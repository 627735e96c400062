// Tests the templates with CDK's validation against the schemas and rules of CloudFormation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnResource, Stack } from 'aws-cdk-lib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseStage } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
import { appOf, emptyBundles } from '#test/support/stack.ts';
import { withAllSettings } from '#test/support/stages.ts';

beforeEach(() => {
  vi.stubEnv('CDK_VALIDATION', 'true');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function violationsIn(app: App): readonly string[] {
  const report: Json = JSON.parse(
    readFileSync(join(app.synth().directory, 'validation-report.json'), 'utf8'),
  );
  return report.pluginReports.flatMap(({ violations }: Json) =>
    violations.map((found: Json) => found.description),
  );
}

test('the template of a stage with all options follows the schemas of CloudFormation', () => {
  const { app } = appOf(withAllSettings(parseStage('prod')), emptyBundles());
  expect(violationsIn(app)).toEqual([]);
});

test('the validation finds a property that CloudFormation does not know', () => {
  const app = new App({ treeMetadata: false });
  const properties = { QueueName: 'name', Nonsense: 1 };
  new CfnResource(new Stack(app, 'Stack'), 'Queue', { type: 'AWS::SQS::Queue', properties });
  expect(violationsIn(app)).toEqual([expect.stringContaining('Nonsense')]);
});
