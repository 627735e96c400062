// Proves that the dev stage works after deployment and leaves no resources behind.
import assert from 'node:assert/strict';
import type { Json } from '#test/support/json.ts';
import { proveDeploymentUnderTraffic } from './change.ts';
import { proveDeadLetter } from './dead-letter.ts';
import { createBrand, type Deployed, deploy, runDestroy } from './deployment.ts';
import { step } from './steps.ts';
import { expectSuccess, type Tools } from './tools.ts';
import { allKinds, resourcesOf } from './traces.ts';

const name = 'dev';

const summaryOf = (output: string): string => /Tests\s+(.*)$/m.exec(output)?.[1] ?? '';

async function contractSuite({ npm }: Tools, { baseUrl }: Deployed): Promise<string> {
  const environment = { CONTRACT_STAGE: name, CONTRACT_BASE_URL: baseUrl, CONTRACT_ON_EMULATOR: 'yes' };
  const result = await npm(['test:contract'], environment);
  return summaryOf(expectSuccess(result, 'The contract suite').stdout);
}

/** Invokes every scheduled function with its own role. */
async function runSchedule({ aws }: Tools, stack: string): Promise<void> {
  const { Schedules } = await aws('scheduler', 'list_schedules');
  const own = Schedules.filter(({ Name }: { Name: string }) => Name.startsWith(stack));
  assert.notEqual(own.length, 0, 'The stack has no schedules');
  for (const { Name } of own) {
    const { Target } = await aws('scheduler', 'get_schedule', { Name });
    const { FunctionError, Payload } = await aws('lambda', 'invoke', {
      FunctionName: Target.Arn,
      Payload: '{}',
    });
    assert.equal(FunctionError, undefined, `${Name}: ${Payload}`);
  }
}

/** Expects resources of every kind, because otherwise the check after `cdk destroy` would prove nothing. */
async function expectAllKinds(tools: Tools, stack: string): Promise<string> {
  const resources = await resourcesOf(stack, tools);
  assert.deepEqual(Object.keys(resources).sort(), [...allKinds].sort());
  return allKinds.map((kind) => `${resources[kind]?.length} ${kind}`).join(', ');
}

/** Expects that every batch of the stream succeeded and that every dead-letter queue is empty. */
async function expectStreamProcessed({ aws }: Tools, stack: string): Promise<string> {
  const { EventSourceMappings } = await aws('lambda', 'list_event_source_mappings');
  const own: readonly Json[] = EventSourceMappings.filter(({ FunctionArn }: Json) =>
    FunctionArn.includes(stack),
  );
  for (const { FunctionArn, LastProcessingResult } of own) {
    assert.match(LastProcessingResult, /^(OK|No records processed)/, FunctionArn);
  }
  const { QueueUrls } = await aws('sqs', 'list_queues', { QueueNamePrefix: stack });
  for (const QueueUrl of QueueUrls) {
    const parameters = { QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] };
    const { Attributes } = await aws('sqs', 'get_queue_attributes', parameters);
    assert.equal(Attributes.ApproximateNumberOfMessages, '0', QueueUrl);
  }
  return `${own.length} event sources, ${QueueUrls.length} empty dead-letter queues`;
}

export async function proveThrowaway(tools: Tools, folder: string): Promise<void> {
  const identity = (text: string): string => text;
  const deployed = await step(
    'cdk deploy',
    () => deploy(tools, name, folder),
    ({ baseUrl }) => baseUrl,
  );
  const { stack } = deployed;
  await step('creates every kind of resource', () => expectAllKinds(tools, stack), identity);
  await step('passes npm run smoke', async () =>
    expectSuccess(await tools.npm(['smoke', '--', deployed.outputsFile]), 'npm run smoke'),
  );
  await step('passes the contract suite', () => contractSuite(tools, deployed), identity);
  await step('runs the scheduled functions', () => runSchedule(tools, stack));
  const brand = await step('creates a brand with the operator command', () => createBrand(tools, name));
  await proveDeploymentUnderTraffic(tools, { deployed, brand, folder });
  await step(
    'processes the stream without dead letters',
    () => expectStreamProcessed(tools, stack),
    identity,
  );
  await step(
    'sends a poison record to the dead-letter queue, and again after a redrive',
    () => proveDeadLetter(tools, deployed),
    identity,
  );
  await step('cdk destroy', async () => expectSuccess(await runDestroy(tools, name, folder), 'cdk destroy'));
  await step('leaves no resources behind', async () => assert.deepEqual(await resourcesOf(stack, tools), {}));
}
