import { pathMethods } from '#lib/surface/api/path-methods.ts';
import { fallbackHandler } from '#lib/surface/http/fallback.ts';

export const handler = fallbackHandler(pathMethods());
