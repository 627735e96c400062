// The end of stages, and failed first deployments.
import { execFileSync } from 'node:child_process';
import { factOf, type Scenario, type World } from '../scenario.ts';
import { directRequests, edge, stageFile } from './stage-file.ts';

/** Chooses the secrets that the stack does not use, and deletes all of them but one. */
async function chooseOtherSecret(world: World): Promise<void> {
  const { SecretList } = await world.tools.aws('secretsmanager', 'list_secrets');
  const [other, ...more]: readonly string[] = SecretList.map(({ ARN }: { ARN: string }) => ARN).filter(
    (arn: string) => arn !== factOf(world, 'secretInUse'),
  );
  world.facts.set('otherSecret', other ?? '');
  for (const SecretId of more) await world.tools.aws('secretsmanager', 'delete_secret', { SecretId });
}

export const deletion: Scenario = {
  title: 'Deleted stages',
  steps: [
    { block: '19 Deleting a stage, step 2, block 2', shows: [] },
    { block: '19 Deleting a stage, step 2', shows: [/✅ +creator-affiliate-prod: destroyed/] },
    {
      does: 'the entry of the stage has no edge',
      work: async ({ checkout }) => checkout.edit(stageFile, edge.replace(directRequests, ''), ''),
    },
    {
      block: '1 First deployment, step 3',
      shows: [/already exists/],
      fails: { 'npm run deploy': 'The table exists', 'npm run smoke': 'The stage does not exist' },
    },
    { block: '2 Failed first deployment, step 2', shows: [/✅ +creator-affiliate-prod/] },
    { block: '19 Deleting a stage, step 2', shows: [/✅ +creator-affiliate-prod: destroyed/] },
    { block: '19 Deleting a stage, step 3', shows: [/✅ +creator-affiliate-prod/] },
    {
      block: '20 Two signing key secrets, step 1',
      shows: [/arn:aws:secretsmanager/],
      saves: { secretInUse: /(\S+)\s*$/ },
    },
    { does: 'the operator chooses the secret that the stack does not use', work: chooseOtherSecret },
    {
      block: '20 Two signing key secrets, step 2',
      replace: { '<the other>': '<otherSecret>' },
      shows: [/DeletionDate/],
    },
    { block: '7 Key rotation, step 1', shows: [/signs/] },
    { block: '19 Deleting a stage, step 2', shows: [/✅ +creator-affiliate-prod: destroyed/] },
    {
      block: '19 Deleting a stage, step 4',
      replace: { '<arn>': '<secretInUse>', '<name>': '<logGroup>' },
      shows: [/"DELETING"/],
    },
    {
      does: 'a developer deploys dev',
      work: async ({ checkout, environment }) => {
        const args = ['run', 'deploy', '--', '-c', 'stage=dev', '--require-approval', 'never'];
        execFileSync('npm', args, { cwd: checkout.folder, env: environment, stdio: 'pipe' });
      },
    },
    { block: '19 Deleting a stage, step 1', shows: [/✅ +creator-affiliate-dev: destroyed/] },
  ],
};
