import { presentClick } from '#lib/clicks/present.ts';
import { neededFor, reportedClick, visitIn } from '#lib/clicks/record.ts';
import { tracking } from '#lib/clicks/routes.ts';
import { recordReported } from '#lib/clicks/store.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { repeated } from '#lib/http/response.ts';

export const handler = endpoint(
  tracking.recordClick,
  async ({ caller, body, prefetched, now }) => {
    const click = reportedClick(body, prefetched, caller.brand, now);
    const recorded = await recordReported(click, visitIn(prefetched));
    const answer = presentClick(click, recorded);
    return answer.reason === 'duplicate' ? repeated(answer) : answer;
  },
  { prefetch: neededFor },
);
