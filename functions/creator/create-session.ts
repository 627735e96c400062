import { signClaims } from '#lib/access/auth/store/sign-token.ts';
import { creator } from '#lib/program/creator-sessions/routes.ts';
import { useSignInLink } from '#lib/program/creator-sessions/store/sessions.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(creator.createSession, ({ body, now }) =>
  useSignInLink(body.token, signClaims, now),
);
