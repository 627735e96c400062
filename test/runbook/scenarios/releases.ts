// Upgrade, rollback and delivery.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { factOf, type Scenario, type World } from '../scenario.ts';

const secondRelease = "'x-content-type-options': 'nosniff',\n  'x-release': 'second',";

async function releaseOf(world: World): Promise<string | null> {
  const response = await fetch(`${factOf(world, 'apiUrl')}/health`);
  return response.headers.get('x-release');
}

export const releases: Scenario = {
  title: 'Upgrade and rollback',
  steps: [
    {
      does: 'somebody merges a change into main',
      work: async ({ checkout, facts }) => {
        const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: checkout.folder, encoding: 'utf8' });
        facts.set('commit', head.trim());
        checkout.release(
          'Second release',
          'lib/http/headers.ts',
          "'x-content-type-options': 'nosniff',",
          secondRelease,
        );
      },
    },
    { block: '4 Upgrade, step 1', shows: [/Fast-forward/, /Number of stacks with differences: 1/] },
    { block: '4 Upgrade, step 3', shows: [/✅ +creator-affiliate-prod/] },
    {
      does: 'the second release answers',
      work: async (world) => assert.equal(await releaseOf(world), 'second'),
    },
    { block: '5 Rollback, step 1', shows: [/Second release/, /✅ +creator-affiliate-prod/] },
    {
      does: 'the first release answers',
      work: async (world) => assert.equal(await releaseOf(world), null),
    },
  ],
};

export const delivery: Scenario = {
  title: 'Roles of the delivery',
  steps: [
    {
      // CloudFormation of the emulator cannot create the provider.
      does: "the account already has GitHub's identity provider",
      work: async ({ tools, facts }) => {
        const provider = {
          Url: 'https://token.actions.githubusercontent.com',
          ClientIDList: ['sts.amazonaws.com'],
        };
        const { OpenIDConnectProviderArn } = await tools.aws(
          'iam',
          'create_open_id_connect_provider',
          provider,
        );
        facts.set('provider', OpenIDConnectProviderArn);
      },
    },
    {
      block: '3 Delivery with GitHub, step 2',
      replace: { '-c stages=prod': '-c stages=prod -c identityProviderArn=<provider>' },
      shows: [/✅ +creator-affiliate-delivery/],
    },
  ],
};
