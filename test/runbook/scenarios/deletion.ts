// The end of stages, and failed first deployments.
import { execFileSync } from 'node:child_process';
import { signingKeysTag } from '#infra/tags.ts';
import type { Scenario, World } from '../scenario.ts';
import { directRequests, edge, stageFile } from './stage-file.ts';

/** The emulator gives the secret of a new stack the name of the old one, so a deleted stage leaves no second secret. */
async function leaveASecret({ tools }: World): Promise<void> {
  await tools.aws('secretsmanager', 'create_secret', {
    Name: 'keys-of-the-deleted-stack',
    SecretString: '{}',
    Tags: [{ Key: signingKeysTag, Value: 'prod' }],
  });
}

export const deletion: Scenario = {
  title: 'Deleted stages',
  steps: [
    {
      block: '19 Deleting a stage, step 2, block 2',
      shows: [],
      fails: {
        'aws cloudformation update-termination-protection --stack-name $STACK-backup':
          'The stage has no backups',
      },
    },
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
    { does: 'a deleted stack has left its secret', work: leaveASecret },
    {
      block: '20 Two signing key secrets, step 1',
      shows: [/arn:aws:secretsmanager\S+keys-of-the-deleted-stack/],
      saves: { secretInUse: /(\S+)\s*$/ },
    },
    {
      block: '20 Two signing key secrets, step 2',
      replace: { '<the other>': 'keys-of-the-deleted-stack' },
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
