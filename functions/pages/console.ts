import { consolePages } from '#lib/pages/console/pages.ts';
import { pageHandler } from '#lib/pages/shared/handler.ts';

export const handler = pageHandler('pages.console', consolePages());
