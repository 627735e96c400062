import { presentClick } from '#lib/clicks/tracking/present.ts';
import { tracking } from '#lib/clicks/tracking/routes.ts';
import { recordClick } from '#lib/clicks/tracking/store/clicks.ts';
import { prefetchTarget, reportedClick } from '#lib/clicks/tracking/store/report-click.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';
import { unchanged } from '#lib/surface/http/response.ts';

export const handler = idempotentEndpoint(
  tracking.recordClick,
  async ({ caller: { brand }, params, body, prefetched, attempt }) => {
    const click = await reportedClick(params.code, body, prefetched, brand, attempt);
    const answer = presentClick(click, await recordClick(click));
    return { answer: answer.reason === 'duplicate' ? unchanged(answer) : answer };
  },
  { prefetch: prefetchTarget },
);
