import { invitationOf } from '#lib/outlets/creator-mails/writes.ts';
import { creator } from '#lib/program/creator-sessions/routes.ts';
import { requestSignInLink } from '#lib/program/creator-sessions/store/sign-in.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(creator.sendSignInLink, ({ body, now }) =>
  requestSignInLink(body, invitationOf, now),
);
