// The rotation of signing keys.
import type { Scenario } from '../rehearsal.ts';

export const signingKeys: Scenario = {
  title: 'Signing keys',
  steps: [
    { block: 'Key rotation, step 1', shows: [], saves: { key: /^(\S+) +signs/m } },
    // The daily function may have published the next key before.
    { block: 'Key rotation, step 2', shows: [/(?:Published|Nothing to do: ).+ It signs tokens from/] },
    { block: 'A leaked signing key, step 1', shows: [/^\S+ +signs/m] },
    { block: 'A leaked signing key, step 2', shows: [/Revoked/, /New tokens are signed by/] },
    { block: 'Key rotation, step 2', shows: [/(?:Published|Nothing to do: ).+ It signs tokens from/] },
  ],
};
