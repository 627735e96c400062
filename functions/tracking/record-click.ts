import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { unchanged } from '#lib/http/response.ts';
import { presentClick } from '#lib/tracking/present.ts';
import { tracking } from '#lib/tracking/routes.ts';
import { recordClick } from '#lib/tracking/store/clicks.ts';
import { prefetchTarget, reportedClick } from '#lib/tracking/store/report-click.ts';

export const handler = idempotentEndpoint(
  tracking.recordClick,
  async ({ caller: { brand }, body, prefetched, attempt }) => {
    const click = reportedClick(body, prefetched, brand, attempt);
    const answer = presentClick(click, await recordClick(click));
    return { answer: answer.reason === 'duplicate' ? unchanged(answer) : answer };
  },
  { prefetch: prefetchTarget },
);
