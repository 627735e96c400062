import { auth } from '#lib/auth/routes.ts';
import { requestPasswordReset } from '#lib/auth/store/forgotten-passwords.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(auth.forgotPassword, ({ body, now }) =>
  requestPasswordReset(body.email, now),
);
