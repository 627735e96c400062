import { portalPages } from '#lib/pages/portal/pages.ts';
import { pageHandler } from '#lib/pages/shared/handler.ts';

export const handler = pageHandler('pages.portal', portalPages());
