import { auth } from '#lib/access/auth/routes.ts';
import { requestPasswordReset } from '#lib/access/auth/store/forgotten-passwords.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(auth.forgotPassword, ({ body, now }) =>
  requestPasswordReset(body.email, now),
);
