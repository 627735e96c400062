import { auth } from '#lib/auth/routes.ts';
import { revokeSession } from '#lib/auth/store/sessions.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(auth.logout, ({ caller }) => revokeSession(caller));
