import { pagesHandler } from '#lib/surface/pages/handler.ts';
import { readSite } from '#lib/surface/pages/site.ts';

export const handler = pagesHandler(readSite);
