import { mails } from '#lib/outlets/creator-mails/routes.ts';
import { unsubscribePage } from '#lib/outlets/creator-mails/rules/unsubscribe-page.ts';
import { readNames } from '#lib/outlets/creator-mails/store/unsubscribe.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(mails.unsubscribePage, async ({ query: { token, language } }) =>
  unsubscribePage(language, await readNames(token, language), false),
);
