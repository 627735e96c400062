// Requests in the logs, and throttled requests.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { factOf, type Rehearsal, type Scenario } from '../rehearsal.ts';

async function sendWithoutToken(rehearsal: Rehearsal): Promise<void> {
  const response = await fetch(`${factOf(rehearsal, 'apiUrl')}/affiliates`);
  const id = response.headers.get('x-request-id');
  assert.ok(id);
  rehearsal.facts.set('request', id);
  // A line reaches the log some time after the response.
  await setTimeout(3000);
}

export const logs: Scenario = {
  title: 'Logs',
  steps: [
    { does: 'a request without a token is refused', work: sendWithoutToken },
    {
      block: 'Finding a request, step 1',
      replace: { 'REQUEST_ID=…': 'REQUEST_ID=<request>' },
      // The gateway of the emulator writes no log.
      shows: [/"code":"token_missing"/],
    },
    { block: 'Finding a request, step 2', shows: [] },
    { block: 'failed-release, step 1', shows: [] },
    { block: 'api-unreachable, step 1', shows: [/"status":"ok","commit":"[0-9a-f]{40}/] },
    { block: 'gateway-throttles, step 1', shows: [] },
    {
      block: 'gateway-throttles, step 2',
      replace: { '<id of an API>': 'api' },
      shows: [/creator-affiliate-prod/],
    },
    { block: 'gateway-throttles, step 5', shows: [/\d+ brd_\w+ conversions\.create/] },
  ],
};
