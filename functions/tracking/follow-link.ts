import { followLink } from '#lib/clicks/link/follow.ts';
import { tracking } from '#lib/clicks/routes.ts';
import { endpoint } from '#lib/http/lean-endpoint.ts';

export const handler = endpoint(tracking.followLink, followLink);
