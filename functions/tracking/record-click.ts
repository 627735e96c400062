import { presentClick } from '#lib/clicks/present.ts';
import { neededFor, reportedClick } from '#lib/clicks/record.ts';
import { tracking } from '#lib/clicks/routes.ts';
import { record } from '#lib/clicks/store.ts';
import { endpoint } from '#lib/http/keyed-endpoint.ts';
import { withoutEffect } from '#lib/http/response.ts';

export const handler = endpoint(
  tracking.recordClick,
  async ({ caller, body, prefetched, attempt }) => {
    const click = reportedClick(body, prefetched, caller.brand, attempt);
    const answer = presentClick(click, await record(click));
    return answer.reason === 'duplicate' ? withoutEffect(answer) : answer;
  },
  { prefetch: neededFor },
);
