// CloudFront and AWS WAF in front of the API.
import type { Scenario } from '../scenario.ts';
import { directRequests, edge, pinned, stageFile } from './stage-file.ts';

export const edgeStage: Scenario = {
  title: 'CloudFront and AWS WAF',
  steps: [
    {
      block: '21 CloudFront and AWS WAF, step 1',
      replace: { '<domain>': 'api.acme.test' },
      shows: [/Environment .* bootstrapped/, /arn:aws:acm:us-east-1:/],
    },
    {
      does: 'the entry of the stage has an edge',
      work: async ({ checkout }) => checkout.edit(stageFile, pinned, `${pinned}${edge}`),
    },
    {
      block: '21 CloudFront and AWS WAF, step 3',
      shows: [/✅ +creator-affiliate-prod/],
      fails: { 'npm run smoke': 'The emulator stores the distribution, but does not run it' },
    },
    {
      does: 'the entry of the stage no longer accepts direct requests',
      work: async ({ checkout }) => checkout.edit(stageFile, directRequests, ''),
    },
    {
      block: '21 CloudFront and AWS WAF, step 3',
      shows: [/✅ +creator-affiliate-prod/],
      fails: { 'npm run smoke': 'The emulator stores the distribution, but does not run it' },
    },
    { block: '21 CloudFront and AWS WAF, step 4', shows: [/^403$/m] },
  ],
};
