import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { unchanged } from '#lib/http/response.ts';
import { presentClick } from '#lib/tracking/present.ts';
import { tracking } from '#lib/tracking/routes.ts';
import { record } from '#lib/tracking/store/clicks.ts';
import { neededFor, reportedClick } from '#lib/tracking/store/record-click.ts';

export const handler = idempotentEndpoint(
  tracking.recordClick,
  async ({ caller, body, prefetched, attempt }) => {
    const click = reportedClick(body, prefetched, caller.brand, attempt);
    const answer = presentClick(click, await record(click));
    return answer.reason === 'duplicate' ? unchanged(answer) : answer;
  },
  { prefetch: neededFor },
);
