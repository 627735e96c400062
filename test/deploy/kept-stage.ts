// Proves that the staging stage protects its data, and that a new stack can import it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { apiOf, everyItem } from './api.ts';
import { changedOperator, changedVersion, type Edit, settingsForEmulator } from './changed-version.ts';
import {
  type Brand,
  createBrand,
  type Deployed,
  deploy,
  runDeploy,
  runDestroy,
  stacksOf,
  synthesize,
  unvalidated,
  type Version,
} from './deployment.ts';
import { step } from './steps.ts';
import { expectFailure, expectSuccess, type Tools } from './tools.ts';
import { resourcesOf } from './traces.ts';

const name = 'staging';

/** A stage that keeps its data must pin its account and region. These are those of the emulator. */
const pinned: readonly Edit[] = [
  {
    file: 'infra/stage.ts',
    before: '  staging: { ...defaultSettings },',
    after: `  staging: {
    ...defaultSettings,
    ${settingsForEmulator}
    account: '000000000000',
    region: 'eu-central-1',
  },`,
  },
];
const elsewhere: readonly Edit[] = pinned.map((edit) => ({
  ...edit,
  after: edit.after.replace('000000000000', '123456789012'),
}));
const retainedKinds = ['logGroup', 'secret', 'table'];

const campaignName = 'To be kept';

const identity = (text: string): string => text;

async function campaignNames({ baseUrl }: Deployed, brand: Brand): Promise<readonly string[]> {
  const campaigns = await everyItem(await apiOf(baseUrl, brand), '/campaigns');
  return campaigns.map((campaign) => campaign.name);
}

async function disableTerminationProtection(tools: Tools, except?: string): Promise<void> {
  for (const StackName of await stacksOf(tools, name))
    if (StackName !== except)
      await tools.aws('cloudformation', 'update_termination_protection', {
        StackName,
        EnableTerminationProtection: false,
      });
}

async function proveProtected(tools: Tools, version: Version, { stack, tableName }: Deployed): Promise<void> {
  await step(
    'cdk destroy fails because of termination protection',
    async () => expectFailure(await runDestroy(tools, version), /TerminationProtection is enabled/),
    identity,
  );
  await step('cdk destroy succeeds without termination protection', async () => {
    await disableTerminationProtection(tools);
    expectSuccess(await runDestroy(tools, version), 'cdk destroy');
  });
  await step(
    'only the table, the secret and the logs remain',
    async () => {
      const resources = await resourcesOf(stack, tools);
      assert.deepEqual(Object.keys(resources).sort(), retainedKinds);
      return Object.values(resources).flat().join(', ');
    },
    identity,
  );
  await step(
    'the table cannot be deleted',
    () => tools.awsError('dynamodb', 'delete_table', { TableName: tableName }),
    identity,
  );
}

async function proveImport(tools: Tools, version: Version, brand: Brand): Promise<void> {
  await step(
    'cdk deploy fails because the table already exists',
    async () => expectFailure(await runDeploy(tools, version), /CREATE_FAILED.*already exists/),
    identity,
  );
  await step('cdk deploy --import-existing-resources imports the table with its data', async () => {
    // Unprotect the failed stack, because cdk must delete it before it deploys again.
    await disableTerminationProtection(tools);
    const imported = await deploy(tools, version, ['--import-existing-resources']);
    assert.deepEqual(await campaignNames(imported, brand), [campaignName]);
  });
}

export async function proveRetention(tools: Tools, folder: string): Promise<void> {
  const deployApp = (stage: string, ...options: readonly string[]) =>
    tools.cdk(
      ['deploy', '--all', '-c', `stage=${stage}`, '--output', join(folder, 'refused'), ...options],
      unvalidated,
    );
  await step(
    'cdk deploy fails without an account in infra/stage.ts',
    async () => expectFailure(await deployApp(name), /staging: Set `account` and `region`/),
    identity,
  );
  await step(
    'cdk deploy fails with the credentials of another account',
    async () =>
      expectFailure(await deployApp(name, '--app', changedVersion(folder, elsewhere)), /123456789012/),
    identity,
  );
  const version = await step('cdk synth', () => synthesize(tools, name, folder, pinned));
  await step(
    'cdk deploy of dev fails with the credentials of the account of staging',
    async () =>
      expectFailure(
        await deployApp('dev', '--app', changedVersion(folder, pinned)),
        /dev: The account 000000000000 belongs to staging/,
      ),
    identity,
  );
  const deployed = await step('cdk deploy', () => deploy(tools, version));
  const brand = await createBrand(tools, name, changedOperator(folder));
  await step('a brand creates a campaign', async () => {
    await (await apiOf(deployed.baseUrl, brand)).post('/campaigns', { name: campaignName });
  });
  await step('cdk destroy of all stacks except that of the data, and cdk deploy, keep the data', async () => {
    await disableTerminationProtection(tools, `${deployed.stack}-data`);
    // CDK also destroys the stacks that depend on this one.
    expectSuccess(await runDestroy(tools, version, `${deployed.stack}-gateway`), 'cdk destroy');
    assert.deepEqual(await stacksOf(tools, name), [`${deployed.stack}-data`]);
    const again = await deploy(tools, version);
    assert.deepEqual(await campaignNames(again, brand), [campaignName]);
  });
  await proveProtected(tools, version, deployed);
  await proveImport(tools, version, brand);
}
