// The rotation of signing keys, and the end of HS256.
import { randomBytes } from 'node:crypto';
import { formerKeysTag } from '#infra/tags.ts';
import type { Rehearsal, Scenario } from '../rehearsal.ts';

async function leaveFormerKeys({ tools }: Rehearsal): Promise<void> {
  const key = { kid: 'hs256', secret: randomBytes(32).toString('base64url') };
  await tools.aws('secretsmanager', 'create_secret', {
    Name: 'keys-of-hs256',
    SecretString: JSON.stringify({ keys: [key] }),
    Tags: [{ Key: formerKeysTag, Value: 'prod' }],
  });
}

export const signingKeys: Scenario = {
  title: 'Signing keys',
  steps: [
    { block: '7 Key rotation, step 1', shows: [], saves: { key: /^(\S+) +signs/m } },
    // The daily function may have published the next key before.
    { block: '7 Key rotation, step 2', shows: [/(?:Published|Nothing to do: ).+ It signs tokens from/] },
    { block: '7 Key rotation, step 3', shows: [/Revoked/, /New tokens are signed by/] },
    { does: 'an earlier release leaves its secret with keys of HS256', work: leaveFormerKeys },
    { block: 'From HS256 to Ed25519, step 1', shows: [/Tokens of hs256 are accepted until/] },
    {
      block: 'From HS256 to Ed25519, step 3',
      replace: { '<arn>': 'keys-of-hs256' },
      shows: [/arn:aws:secretsmanager:\S+keys-of-hs256/, /DeletionDate/],
    },
    {
      block: 'rotate-signing-keys-errors, step 1',
      shows: [/^\S+ +signs/m, /(?:Published|Nothing to do: ).+ It signs tokens from/],
    },
  ],
};
