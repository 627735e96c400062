import { mails } from '#lib/outlets/creator-mails/routes.ts';
import { unsubscribePage } from '#lib/outlets/creator-mails/rules/unsubscribe-page.ts';
import { unsubscribe } from '#lib/outlets/creator-mails/store/unsubscribe.ts';
import { endpoint, type Handler } from '#lib/surface/http/endpoint.ts';

const handle = endpoint(mails.unsubscribe, async ({ query, now }) => {
  await unsubscribe(query.token, now);
  return unsubscribePage(query.language, true);
});

/** The body of a mail program is a form that says nothing else, so it is ignored. */
export const handler: Handler = ({ body: _, ...event }, context) => handle(event, context);
