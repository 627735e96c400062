import { routes } from '#lib/api/routes.ts';
import { fallbackHandler } from '#lib/http/fallback.ts';

/** The gateway invokes this handler for requests that match no route. */
export const handler = fallbackHandler(routes);
