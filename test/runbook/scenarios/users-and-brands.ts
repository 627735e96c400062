// Tokens, users, and the terms and limits of brands.
import { decodeJwt } from 'jose';
import { clientOfBrand, logIn } from '../brand.ts';
import type { Rehearsal, Scenario } from '../rehearsal.ts';
import { serviceQuotas } from './missing-in-emulator.ts';

async function leakToken(rehearsal: Rehearsal): Promise<void> {
  const token = await logIn(rehearsal);
  rehearsal.facts.set('token', token);
  rehearsal.facts.set('iat', String(decodeJwt(token).iat));
}

export const tokens: Scenario = {
  title: 'A leaked token',
  steps: [
    { does: 'a token of a user leaks', work: leakToken },
    { block: 'A leaked token, step 1', replace: { 'TOKEN=…': 'TOKEN=<token>' }, shows: [/HTTP\/\S+ 204/] },
    {
      block: 'A leaked token, step 2',
      replace: { '<email>': '<admin>' },
      shows: [/ops@acme\.test +admin/],
      saves: { password: /^ *password +(\S+)/m },
    },
    { block: 'A leaked token, step 3', shows: [/"brandId":"brd_/, /"sub":"usr_/] },
    { block: 'A leaked token, step 4', shows: [/"route":"auth\.logout"/] },
    {
      does: 'the user logs in with the new password',
      work: async (rehearsal) => {
        await logIn(rehearsal);
      },
    },
  ],
};

async function leakApiKey(rehearsal: Rehearsal): Promise<void> {
  const { post } = await clientOfBrand(rehearsal);
  const { data } = await post('/api-keys', { name: 'Leaked', mode: 'live', scopes: ['creators:read'] });
  rehearsal.facts.set('apiKey', data.id);
}

export const apiKeys: Scenario = {
  title: 'A leaked API key',
  steps: [
    { does: 'an API key of the brand leaks', work: leakApiKey },
    { block: 'A leaked API key, step 1', shows: [/Leaked +live/] },
    { block: 'A leaked API key, step 2', shows: [/Revoked key_/] },
  ],
};

export const users: Scenario = {
  title: 'Users',
  steps: [
    { block: 'Users, step 1', shows: [/ops@acme\.test +admin/] },
    {
      block: 'Users, step 2',
      replace: { '<email>': 'ada@acme.test' },
      shows: [
        /Created ada@acme\.test/,
        /ada@acme\.test now has the role admin/,
        /^ *password +\S+/m,
        /Removed ada@acme\.test/,
      ],
    },
  ],
};

export const terms: Scenario = {
  title: 'Brands and their settings',
  steps: [
    { block: 'Brands and their settings, step 1', shows: [/plan +growth/] },
    { block: 'Brands and their settings, step 2', shows: [/time zone +Europe\/Berlin/] },
    { block: 'Brands and their settings, step 3', shows: [/scale/, /canceled/] },
    {
      block: 'Brands and their settings, step 3',
      replace: { canceled: 'active' },
      shows: [/scale/, /active/],
    },
  ],
};

export const limits: Scenario = {
  title: 'Limits',
  steps: [
    {
      block: 'Raising limits, step 1',
      shows: [/^\d+$/m],
      fails: { 'aws service-quotas': serviceQuotas },
    },
    // The emulator accepts a warm throughput, and stores none.
    { block: 'Raising limits, step 2', shows: [/"Status": "ACTIVE"/] },
    { block: 'table-throttles, step 2', shows: [/ContributorInsightsStatus/] },
  ],
};
