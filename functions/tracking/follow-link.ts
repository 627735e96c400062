import { redirectEndpoint } from '#lib/http/redirect-endpoint.ts';
import { followLink } from '#lib/tracking/link/follow.ts';
import { tracking } from '#lib/tracking/routes.ts';

export const handler = redirectEndpoint(tracking.followLink, followLink);
