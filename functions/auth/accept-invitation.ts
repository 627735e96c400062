import { auth } from '#lib/auth/routes.ts';
import { usePasswordLink } from '#lib/auth/store/passwords.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(auth.acceptInvitation, ({ body, now }) =>
  usePasswordLink('invitation', body, now),
);
