import { followLink } from '#lib/clicks/tracking/link/follow.ts';
import { tracking } from '#lib/clicks/tracking/routes.ts';
import { redirectEndpoint } from '#lib/surface/http/redirect-endpoint.ts';

export const handler = redirectEndpoint(tracking.followLink, followLink);
