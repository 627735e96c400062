// Proves that the dev stage works after deployment and leaves no resources behind.
import assert from 'node:assert/strict';
import { queueFunctions } from '#infra/constructs/queue-sources.ts';
import type { Json } from '#test/support/json.ts';
import { apiOf } from './api.ts';
import { proveDeploymentUnderTraffic } from './change.ts';
import { proveDeadLetter } from './dead-letter.ts';
import { type Brand, createBrand, type Deployed, deploy, runDestroy, type Version } from './deployment.ts';
import { proveLoggedClick } from './logged-clicks.ts';
import { provePages } from './pages.ts';
import { step } from './steps.ts';
import { expectSuccess, type Tools } from './tools.ts';
import { allKinds, resourcesOf } from './traces.ts';

const summaryOf = (output: string): string => /Tests\s+(.*)$/m.exec(output)?.[1] ?? '';

async function contractSuite({ npm }: Tools, { name, baseUrl }: Deployed): Promise<string> {
  const { TEST_SIZE, TEST_TURN } = process.env;
  const stage = { CONTRACT_STAGE: name, CONTRACT_BASE_URL: baseUrl, CONTRACT_ON_EMULATOR: 'yes' };
  const environment = { ...stage, TEST_SIZE, TEST_TURN };
  const result = await npm(['test:contract'], environment);
  return summaryOf(expectSuccess(result, 'The contract suite').stdout);
}

/** Runs the script of the API guide with only a test key. */
async function month({ npm }: Tools, { baseUrl }: Deployed, brand: Brand): Promise<string> {
  const api = await apiOf(baseUrl, brand);
  const { data } = await api.post('/api-keys', { name: 'Month', mode: 'test', scopes: ['*'] });
  const result = await npm(['example:month'], { API_URL: baseUrl, API_KEY: data.key });
  return expectSuccess(result, 'npm run example:month').stdout.trim().split('\n').slice(-3).join('; ');
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
  let deadLetterQueues = 0;
  for (const QueueUrl of QueueUrls) {
    const parameters = { QueueUrl, AttributeNames: ['ApproximateNumberOfMessages', 'RedrivePolicy'] };
    const { Attributes } = await aws('sqs', 'get_queue_attributes', parameters);
    // The queues of functions have dead letters of their own. Their messages wait for a worker.
    if (Attributes.RedrivePolicy !== undefined) continue;
    assert.equal(Attributes.ApproximateNumberOfMessages, '0', QueueUrl);
    deadLetterQueues += 1;
  }
  assert.equal(deadLetterQueues, QueueUrls.length - Object.keys(queueFunctions).length);
  return `${own.length} event sources, ${deadLetterQueues} empty dead-letter queues`;
}

export async function proveThrowaway(tools: Tools, version: Version, folder: string): Promise<void> {
  const identity = (text: string): string => text;
  const deployed = await step(
    'cdk deploy',
    () => deploy(tools, version),
    ({ baseUrl }) => baseUrl,
  );
  const { name, stack } = deployed;
  await step('creates every kind of resource', () => expectAllKinds(tools, stack), identity);
  await step('passes npm run smoke', async () =>
    expectSuccess(await tools.npm(['smoke', '--', deployed.outputsFile]), 'npm run smoke'),
  );
  await step('passes the contract suite', () => contractSuite(tools, deployed), identity);
  await step('runs the scheduled functions', () => runSchedule(tools, stack));
  const brand = await step('creates a brand with the operator command', () => createBrand(tools, name));
  await step('serves the console and the portal', () => provePages(deployed, brand), identity);
  await step('runs a month in test mode', () => month(tools, deployed, brand), identity);
  await proveDeploymentUnderTraffic(tools, { deployed, version, brand, folder });
  await step('stores a click that was only logged', () => proveLoggedClick(tools, deployed, brand), identity);
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
  await step('cdk destroy', async () => expectSuccess(await runDestroy(tools, version), 'cdk destroy'));
  await step('leaves no resources behind', async () => assert.deepEqual(await resourcesOf(stack, tools), {}));
}
