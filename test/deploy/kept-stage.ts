// staging, which outlives its stack: what refuses to be deleted, what stays, and how it is taken up again.
import assert from 'node:assert/strict';
import { apiOf, everyItem } from './api.ts';
import { type Brand, createBrand, type Deployed, deploy, runDeploy, runDestroy } from './deployment.ts';
import { step } from './steps.ts';
import { demandRefusal, demandSuccess, type Tools } from './tools.ts';
import { tracesOf } from './traces.ts';

const name = 'staging';
const keptKinds = ['logGroup', 'secret', 'table'];

const campaignName = 'To be kept';

const asItIs = (text: string): string => text;

/** What a brand has stored is there for it: read through the API, by its name. */
async function campaignNames({ baseUrl }: Deployed, brand: Brand): Promise<readonly string[]> {
  const campaigns = await everyItem(await apiOf(baseUrl, brand), '/campaigns');
  return campaigns.map((campaign) => campaign.name);
}

const takeProtectionOff = ({ aws }: Tools, StackName: string) =>
  aws('cloudformation', 'update_termination_protection', { StackName, EnableTerminationProtection: false });

async function proveProtected(tools: Tools, folder: string, { stack, tableName }: Deployed): Promise<void> {
  await step(
    'cdk destroy is refused',
    async () => demandRefusal(await runDestroy(tools, name, folder), /TerminationProtection is enabled/),
    asItIs,
  );
  await step('without termination protection it goes', async () => {
    await takeProtectionOff(tools, stack);
    demandSuccess(await runDestroy(tools, name, folder), 'cdk destroy');
  });
  await step(
    'its table, secret and logs stay, and nothing else',
    async () => {
      const traces = await tracesOf(stack, tools);
      assert.deepEqual(Object.keys(traces).sort(), keptKinds);
      return Object.values(traces).flat().join(', ');
    },
    asItIs,
  );
  await step(
    'the table refuses to be deleted',
    () => tools.refusedByAws('dynamodb', 'delete_table', { TableName: tableName }),
    asItIs,
  );
}

async function proveTakenUp(tools: Tools, folder: string, stack: string, brand: Brand): Promise<void> {
  await step(
    'it is not begun anew beside its data: cdk deploy is refused',
    async () => demandRefusal(await runDeploy(tools, name, folder), /CREATE_FAILED.*already exists/),
    asItIs,
  );
  await step('cdk deploy --import-existing-resources takes the table up again', async () => {
    // The stack that failed is protected as well, and cdk deletes it before it begins again.
    await takeProtectionOff(tools, stack);
    const again = await deploy(tools, name, folder, ['--import-existing-resources']);
    assert.deepEqual(await campaignNames(again, brand), [campaignName]);
  });
}

export async function proveKept(tools: Tools, folder: string): Promise<void> {
  const deployed = await step('cdk deploy', () => deploy(tools, name, folder));
  const brand = await createBrand(tools, name);
  await step('a brand creates a campaign', async () => {
    await (await apiOf(deployed.baseUrl, brand)).post('/campaigns', { name: campaignName });
  });
  await proveProtected(tools, folder, deployed);
  await proveTakenUp(tools, folder, deployed.stack, brand);
}
