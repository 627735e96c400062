// dev, from its first deployment to its last trace.
import assert from 'node:assert/strict';
import type { Json } from '#test/support/json.ts';
import { changedUnderWay } from './change.ts';
import { isSetAside } from './dead-letter.ts';
import { createBrand, type Deployed, deploy, runDestroy } from './deployment.ts';
import { step } from './steps.ts';
import { demandSuccess, type Tools } from './tools.ts';
import { allKinds, tracesOf } from './traces.ts';

const name = 'dev';

/** The last lines of a test run: how many there were, and how long they took. */
const figuresOf = (output: string): string => /Tests\s+(.*)$/m.exec(output)?.[1] ?? '';

async function contractSuite({ npm }: Tools, { baseUrl }: Deployed): Promise<string> {
  const environment = { CONTRACT_STAGE: name, CONTRACT_BASE_URL: baseUrl, CONTRACT_ON_EMULATOR: 'yes' };
  const ran = await npm(['test:contract'], environment);
  return figuresOf(demandSuccess(ran, 'The contract suite').stdout);
}

/** The schedule's own work, as the schedule would start it: with the rights of its role alone. */
async function runSchedule({ aws }: Tools, stack: string): Promise<void> {
  const { Schedules } = await aws('scheduler', 'list_schedules');
  const own = Schedules.filter(({ Name }: { Name: string }) => Name.startsWith(stack));
  assert.notEqual(own.length, 0, 'There is no schedule');
  for (const { Name } of own) {
    const { Target } = await aws('scheduler', 'get_schedule', { Name });
    const { FunctionError, Payload } = await aws('lambda', 'invoke', {
      FunctionName: Target.Arn,
      Payload: '{}',
    });
    assert.equal(FunctionError, undefined, `${Name}: ${Payload}`);
  }
}

/** Every kind of thing that the account was asked for must have been there: otherwise the question was wrong. */
async function isAllThere(tools: Tools, stack: string): Promise<string> {
  const traces = await tracesOf(stack, tools);
  assert.deepEqual(Object.keys(traces).sort(), [...allKinds].sort());
  return allKinds.map((kind) => `${traces[kind]?.length} ${kind}`).join(', ');
}

/** Behind the answers: each batch of the stream was taken, windows and all, and nothing was set aside. */
async function isStreamTaken({ aws }: Tools, stack: string): Promise<string> {
  const { EventSourceMappings } = await aws('lambda', 'list_event_source_mappings');
  const own: readonly Json[] = EventSourceMappings.filter(({ FunctionArn }: Json) =>
    FunctionArn.includes(stack),
  );
  for (const { FunctionArn, LastProcessingResult } of own) {
    assert.match(LastProcessingResult, /^(OK|No records processed)/, FunctionArn);
  }
  const { QueueUrls } = await aws('sqs', 'list_queues', { QueueNamePrefix: stack });
  for (const QueueUrl of QueueUrls) {
    const asked = { QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] };
    const { Attributes } = await aws('sqs', 'get_queue_attributes', asked);
    assert.equal(Attributes.ApproximateNumberOfMessages, '0', QueueUrl);
  }
  return `${own.length} event sources, ${QueueUrls.length} empty queues for dead letters`;
}

export async function proveThrowaway(tools: Tools, folder: string): Promise<void> {
  const shown = (text: string): string => text;
  const deployed = await step(
    'cdk deploy',
    () => deploy(tools, name, folder),
    ({ baseUrl }) => baseUrl,
  );
  const { stack } = deployed;
  await step('all of it is there', () => isAllThere(tools, stack), shown);
  await step('npm run smoke', async () =>
    demandSuccess(await tools.npm(['smoke', '--', deployed.outputsFile]), 'npm run smoke'),
  );
  await step('the contract suite, that the local stage passes', () => contractSuite(tools, deployed), shown);
  await step('what the clock starts does its work', () => runSchedule(tools, stack));
  const brand = await step('npm run operator creates a brand', () => createBrand(tools, name));
  await changedUnderWay(tools, { deployed, brand, folder });
  await step('the stream was taken, and nothing set aside', () => isStreamTaken(tools, stack), shown);
  await step(
    'what cannot be folded is set aside, and again when it is handed over',
    () => isSetAside(tools, deployed),
    shown,
  );
  await step('cdk destroy', async () => demandSuccess(await runDestroy(tools, name, folder), 'cdk destroy'));
  await step('nothing of it is left', async () => assert.deepEqual(await tracesOf(stack, tools), {}));
}
