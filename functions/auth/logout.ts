import { auth } from '#lib/access/auth/routes.ts';
import { endAllSessions, endSession } from '#lib/access/auth/store/sessions.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(auth.logout, ({ caller, body, now }) =>
  body?.all ? endAllSessions(caller, now) : endSession(caller, now),
);
