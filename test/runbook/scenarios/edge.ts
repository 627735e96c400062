// CloudFront and AWS WAF in front of the API.
import type { Scenario } from '../rehearsal.ts';
import { requestsToCloudFront } from './missing-in-emulator.ts';
import { addSetting, removeSetting } from './stage-file.ts';

const limits = 'secretVersion: 1, limits: { logins: 300, links: 10_000, callers: 60_000, others: 300_000 }';
const withDirectRequests = () => `edge: { ${limits}, acceptsDirectRequests: true }`;
export const edgeSetting = () => `edge: { ${limits} }`;

const deployment = {
  block: 'CloudFront and AWS WAF, step 3',
  shows: [/✅ +creator-affiliate-prod/, /✅ +creator-affiliate-prod-edge/],
  fails: { 'npm run smoke': requestsToCloudFront },
};

export const edgeStage: Scenario = {
  title: 'CloudFront and AWS WAF',
  steps: [
    {
      block: 'CloudFront and AWS WAF, step 1',
      replace: { '<domain>': 'api.acme.test' },
      shows: [/Environment .* bootstrapped/, /arn:aws:acm:us-east-1:/],
    },
    addSetting('the entry of the stage has an edge', withDirectRequests),
    deployment,
    removeSetting('the entry of the stage has another edge', withDirectRequests),
    addSetting('the edge does not accept direct requests', edgeSetting),
    deployment,
    { block: 'CloudFront and AWS WAF, step 4', shows: [/^403$/m] },
  ],
};
