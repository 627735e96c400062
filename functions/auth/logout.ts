import { auth } from '#lib/auth/routes.ts';
import { endAllSessions, endSession } from '#lib/auth/store/sessions.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(auth.logout, ({ caller, body, now }) =>
  body?.all ? endAllSessions(caller, now) : endSession(caller, now),
);
