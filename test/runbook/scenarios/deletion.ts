// The end of stages, and failed first deployments.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { signingKeysTag } from '#infra/tags.ts';
import type { BlockStep, Rehearsal, Scenario } from '../rehearsal.ts';
import { edgeSetting } from './edge.ts';
import { removeSetting } from './stage-file.ts';

/** The emulator gives the secret of a new stack the name of the old one, so a deleted stage leaves no second secret. */
async function leaveSecret({ tools }: Rehearsal): Promise<void> {
  await tools.aws('secretsmanager', 'create_secret', {
    Name: 'keys-of-the-deleted-stack',
    SecretString: '{}',
    Tags: [{ Key: signingKeysTag, Value: 'prod' }],
  });
}

/** The emulator takes the account from the access key. */
const ofDevelopers = { AWS_ACCESS_KEY_ID: '111111111111' };

async function deployDev({ checkout, environment }: Rehearsal): Promise<void> {
  const run = (program: string, args: readonly string[], credentials = {}) =>
    promisify(execFile)(program, args, {
      cwd: checkout.folder,
      env: { ...environment, AWS_REGION: 'eu-central-1', ...credentials },
      maxBuffer: 64 * 1024 * 1024,
    });
  const args = ['run', 'deploy', '--', '-c', 'stage=dev', '--require-approval', 'never'];
  await assert.rejects(run('npm', args), /dev: The account 000000000000 belongs to prod/);
  await run('npx', ['cdk', 'bootstrap', '-c', 'stage=dev'], ofDevelopers);
  await run('npm', args, ofDevelopers);
}

const destruction: BlockStep = {
  block: 'Deleting a stage, step 2, block 2',
  shows: [/✅ +creator-affiliate-prod: destroyed/],
};

export const deletion: Scenario = {
  title: 'Deleted stages',
  steps: [
    {
      block: 'Deleting a stage, step 2',
      shows: [],
      fails: {
        'aws cloudformation update-termination-protection --stack-name $STACK-backup': {
          because: 'The stage has no backups',
          error: /creator-affiliate-prod-backup\]? does not exist/,
        },
        'aws cloudformation update-termination-protection --region us-east-1 --stack-name $STACK-outside': {
          because: 'The emulator has no health checks, so nothing watches the stage from outside',
          error: /creator-affiliate-prod-outside\]? does not exist/,
        },
      },
    },
    { ...destruction, shows: [...destruction.shows, /✅ +creator-affiliate-prod-edge: destroyed/] },
    removeSetting('the entry of the stage has no edge', edgeSetting),
    {
      block: 'First deployment, step 3',
      shows: [],
      fails: {
        'npm run deploy': { because: 'The table exists', error: /CREATE_FAILED.*already exists/ },
        'npm run smoke': { because: 'The stage does not exist', error: /did not respond|returned \d+/ },
      },
    },
    {
      block: 'Failed first deployment, step 2',
      replace: { '<the failed stack>': '$STACK-data' },
      shows: [/passed the smoke test/],
    },
    destruction,
    { block: 'Deleting a stage, step 3', shows: [/✅ +creator-affiliate-prod-data/] },
    {
      block: 'Deleting a stage, step 3, block 2',
      shows: [/arn:aws:secretsmanager/],
      saves: { paymentKey: /(arn:aws:secretsmanager\S+)/ },
    },
    {
      // The emulator gives the new secret the name of the old one.
      block: 'Deleting a stage, step 3, block 3',
      replace: { '<new>': '<paymentKey>', '<old>': '<paymentKey>' },
      shows: [/passed the smoke test/],
    },
    { does: 'a deleted stack has left its secret', work: leaveSecret },
    {
      block: 'Two signing key secrets, step 1',
      shows: [/arn:aws:secretsmanager\S+keys-of-the-deleted-stack/],
      saves: { arn: /(arn:aws:secretsmanager\S+)\s*$/ },
    },
    {
      block: 'Two signing key secrets, step 2',
      replace: { '<the other>': 'keys-of-the-deleted-stack' },
      shows: [/DeletionDate/],
    },
    { block: 'Key rotation, step 1', shows: [/^\S+ +signs/m] },
    destruction,
    {
      block: 'Deleting a stage, step 4',
      replace: { '<name>': '<logGroup>' },
      shows: [/"DELETING"/, /arn:aws:secretsmanager/, /vendedlogs\/creator-affiliate-prod\/access/],
    },
    { does: 'a developer deploys dev, which is refused in the account of prod', work: deployDev },
    {
      block: 'Deleting a stage, step 1',
      replace: { 'npm run': `AWS_ACCESS_KEY_ID=${ofDevelopers.AWS_ACCESS_KEY_ID} npm run` },
      shows: [/✅ +creator-affiliate-dev: destroyed/],
    },
  ],
};
