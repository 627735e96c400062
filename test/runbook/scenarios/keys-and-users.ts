// Signing keys, tokens, users and the terms of brands.
import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { clientOfBrand, loginOf } from '../brand.ts';
import { factOf, type Scenario } from '../scenario.ts';

export const keys: Scenario = {
  title: 'Signing keys',
  steps: [
    { block: '7 Key rotation, step 1', shows: [/signs/], saves: { key: /^(\S+) +signs/m } },
    { block: '7 Key rotation, step 2', shows: [/(?:Published|Nothing to do: ).+ It signs tokens from/] },
    { block: '7 Key rotation, step 3', shows: [/Revoked/, /New tokens are signed by/] },
    {
      does: 'an earlier release leaves its secret with keys of HS256',
      work: async ({ tools }) => {
        const key = { kid: 'hs256', secret: randomBytes(32).toString('base64url') };
        await tools.aws('secretsmanager', 'create_secret', {
          Name: 'keys-of-hs256',
          SecretString: JSON.stringify({ keys: [key] }),
          Tags: [{ Key: 'creator-affiliate:signing-keys-of', Value: 'prod' }],
        });
      },
    },
    { block: 'From HS256 to Ed25519, step 1', shows: [/hs256/] },
    {
      block: 'From HS256 to Ed25519, step 3',
      replace: { '<arn>': 'keys-of-hs256' },
      shows: [/arn:aws:secretsmanager:\S+keys-of-hs256/, /DeletionDate/],
    },
    { block: 'rotate-signing-keys-errors, step 1', shows: [/signs/, /already published|Published/] },
  ],
};

export const tokens: Scenario = {
  title: 'A leaked token',
  steps: [
    {
      does: 'a user logs in',
      work: async (world) => {
        const token = await loginOf(world);
        world.facts.set('token', token);
        world.facts.set('iat', String(decodeJwt(token).iat));
      },
    },
    { block: '8 Leaked token, step 1', replace: { 'TOKEN=…': 'TOKEN=<token>' }, shows: [/HTTP\/\S+ 204/] },
    {
      block: '8 Leaked token, step 2',
      replace: { '<email>': '<admin>' },
      shows: [/ops@acme\.test/],
      saves: { password: /^ *password +(\S+)/m },
    },
    { block: '8 Leaked token, step 3', shows: [/"brandId":"brd_/, /"sub":"usr_/] },
    { block: '8 Leaked token, step 4', shows: [/"route":"auth\.logout"/] },
    {
      does: 'the user logs in with the new password',
      work: async (world) => {
        await loginOf(world);
      },
    },
  ],
};

export const users: Scenario = {
  title: 'Users',
  steps: [
    { block: '11 Users, step 1', shows: [/ops@acme\.test +admin/] },
    {
      block: '11 Users, step 2',
      replace: { '<email>': 'ada@acme.test' },
      shows: [/Created/, /password/i, /admin/, /Removed/],
    },
  ],
};

export const terms: Scenario = {
  title: 'Brands and their terms',
  steps: [
    { block: '12 Brands and their terms, step 1', shows: [/plan +growth/] },
    { block: '12 Brands and their terms, step 2', shows: [/Europe\/Berlin/] },
    { block: '12 Brands and their terms, step 3', shows: [/scale/, /canceled/] },
    {
      does: 'the subscription is active again',
      work: async (world) => {
        const { tools, facts } = world;
        const command = ['brand', 'set-status', factOf(world, 'brand'), 'active'];
        await tools.npm(['operator', '--', '--stage', 'prod', ...command]);
        facts.set('plan', (await (await clientOfBrand(world)).get('/brand')).data.plan);
      },
    },
  ],
};

export const limits: Scenario = {
  title: 'Limits',
  steps: [
    {
      block: '13 Raising limits, step 1',
      shows: [/^\d+$/m],
      fails: { 'aws service-quotas': 'The emulator has no Service Quotas' },
    },
    // The emulator accepts a warm throughput, and stores none.
    { block: '13 Raising limits, step 2', shows: [/"Status": "ACTIVE"/] },
    { block: 'Spreading the lists of a brand, step 1', shows: [/8/] },
    { block: 'Spreading the lists of a brand, step 2', shows: [/list partitions +8/, /0 differences/] },
    { block: 'function-concurrency, step 2', shows: [/^\d+$/m] },
    { block: 'table-throttles, step 2', shows: [] },
    { block: 'filter-throttles, step 1', shows: [] },
  ],
};
