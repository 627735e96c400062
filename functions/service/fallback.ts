import { routes } from '#lib/api/routes.ts';
import { fallbackHandler } from '#lib/http/fallback.ts';

/** What the gateway sends here matched no route. */
export const handler = fallbackHandler(routes);
