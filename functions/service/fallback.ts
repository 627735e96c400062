import { pageMethods, pagePaths, routes } from '#lib/surface/api/routes.ts';
import { fallbackHandler } from '#lib/surface/http/fallback.ts';

export const handler = fallbackHandler(routes, { paths: pagePaths, methods: pageMethods });
