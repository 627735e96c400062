import { mails } from '#lib/outlets/creator-mails/routes.ts';
import { unsubscribePage } from '#lib/outlets/creator-mails/rules/unsubscribe-page.ts';
import { readNames, unsubscribe } from '#lib/outlets/creator-mails/store/unsubscribe.ts';
import { endpoint, type Handler } from '#lib/surface/http/endpoint.ts';

const handle = endpoint(mails.unsubscribe, async ({ query: { token, language }, now }) => {
  await unsubscribe(token, now);
  return unsubscribePage(language, await readNames(token, language), true);
});

/** The body of a mail program is a form that says nothing else, so it is ignored. */
export const handler: Handler = ({ body: _, ...event }, context) => handle(event, context);
