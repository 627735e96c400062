// Upgrade, rollback, and the roles of the delivery.
import assert from 'node:assert/strict';
import { factOf, type Rehearsal, type Scenario } from '../rehearsal.ts';

async function mergeSecondRelease({ checkout, facts }: Rehearsal): Promise<void> {
  facts.set('commit', checkout.head());
  const before = "'x-content-type-options': 'nosniff',";
  const after = `${before}\n  'x-release': 'second',`;
  checkout.commitToRemote('Second release', { file: 'lib/surface/http/headers.ts', before, after });
}

async function expectRelease(rehearsal: Rehearsal, release: string | null): Promise<void> {
  const response = await fetch(`${factOf(rehearsal, 'apiUrl')}/health`);
  assert.equal(response.headers.get('x-release'), release);
}

export const releases: Scenario = {
  title: 'Upgrade and rollback',
  steps: [
    { does: 'a developer merges a change into main', work: mergeSecondRelease },
    { block: 'Upgrade, step 1', shows: [/Fast-forward/, /Number of stacks with differences: [1-8]\b/] },
    { block: 'Upgrade, step 3', shows: [/✅ +creator-affiliate-prod/, /passed the smoke test/] },
    { does: 'the second release answers', work: (rehearsal) => expectRelease(rehearsal, 'second') },
    {
      block: 'Rollback, step 1',
      shows: [/Second release/, /✅ +creator-affiliate-prod/, /passed the smoke test/],
    },
    { does: 'the first release answers', work: (rehearsal) => expectRelease(rehearsal, null) },
  ],
};

/** CloudFormation of the emulator cannot create the provider. */
async function createIdentityProvider({ tools, facts }: Rehearsal): Promise<void> {
  const { OpenIDConnectProviderArn } = await tools.aws('iam', 'create_open_id_connect_provider', {
    Url: 'https://token.actions.githubusercontent.com',
    ClientIDList: ['sts.amazonaws.com'],
  });
  facts.set('provider', OpenIDConnectProviderArn);
}

export const delivery: Scenario = {
  title: 'Roles of the delivery',
  steps: [
    { does: "the account already has GitHub's identity provider", work: createIdentityProvider },
    {
      block: 'Delivery with GitHub, step 2',
      replace: { '-c stage=$STAGE': '-c stage=$STAGE -c identityProviderArn=<provider>' },
      shows: [/✅ +creator-affiliate-delivery/],
    },
  ],
};
