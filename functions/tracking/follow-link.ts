import { followLink } from '#lib/clicks/follow.ts';
import { tracking } from '#lib/clicks/routes.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(tracking.followLink, ({ params, query, method, sourceIp, userAgent, now }) =>
  followLink({
    code: params.code,
    campaignId: query.campaignId,
    counts: method !== 'HEAD',
    sourceIp,
    userAgent,
    now,
  }),
);
