import { auth } from '#lib/access/auth/routes.ts';
import { usePasswordLink } from '#lib/access/auth/store/passwords.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(auth.resetPassword, ({ body, now }) =>
  usePasswordLink('passwordReset', body, now),
);
