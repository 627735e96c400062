import { mails } from '#lib/outlets/creator-mails/routes.ts';
import { unsubscribePage } from '#lib/outlets/creator-mails/rules/unsubscribe-page.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(mails.unsubscribePage, ({ query }) => unsubscribePage(query.language, false));
