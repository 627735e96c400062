import { routes } from '#lib/api/routes.ts';
import { fallbackHandler } from '#lib/http/fallback.ts';

export const handler = fallbackHandler(routes);
