// Declares the endpoints of the sessions of creators.
import * as z from 'zod';
import { created, empty, item } from '#lib/foundation/contract/answer.ts';
import { anyRole, defineRoutes, ownCreator } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import {
  creatorSessionAnswer,
  linkTokenInput,
  portalSessionAnswer,
  signInLinkInput,
} from './schema/endpoints.ts';

export const creator = defineRoutes('creator', {
  sendSignInLink: {
    method: 'POST',
    path: '/creator/sign-in-links',
    summary: 'Request a sign-in link',
    description:
      'Sends an e-mail with a one-time link, which is valid for 15 minutes, if the address belongs to a creator of the brand who can sign ' +
      'in. A creator who is `invited` gets the invitation again instead. The response is the same for every address. An address receives at most five such e-mails of a brand in an hour; further ' +
      'requests send none. Creators of the test data get links from `POST /affiliates/{id}/portal-sessions`.',
    access: 'public',
    body: signInLinkInput,
    answer: empty(),
    throttle: 'strict',
    table: {
      actions: ['BatchGetItem', 'PutItem', 'UpdateItem'],
      guarded: { logins: 'write', emails: 'write' },
    },
  },
  createSession: {
    method: 'POST',
    path: '/creator/sessions',
    summary: 'Sign in with link',
    description:
      'Begins a session of a creator with the token of a one-time link. The token works once. A link of an invitation also makes an ' +
      '`invited` creator `active`. The session ends after 30 days, and with a logout, a ban, an erasure or a change of the e-mail address.',
    access: 'public',
    body: linkTokenInput,
    answer: item(creatorSessionAnswer),
    errors: ['link_invalid'],
    signsTokens: true,
    throttle: 'strict',
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'], guarded: { linkKey: 'read' } },
  },
  logout: {
    method: 'POST',
    path: '/creator/logout',
    summary: 'Log a creator out',
    description: 'Ends the session of the token, which returns 401 from the next request on.',
    access: ownCreator,
    takesNoIdempotencyKey: true,
    ignoresRequestLimit: true,
    answer: empty(),
    table: { actions: ['DeleteItem'] },
  },
});

export const affiliates = defineRoutes('affiliates', {
  createSession: {
    method: 'POST',
    path: '/affiliates/{id}/portal-sessions',
    summary: 'Create a portal session',
    description:
      'Returns a one-time link that signs the creator in, and an access token of the creator that is valid for one hour, for pages that ' +
      'embed the portal. Both have the mode of the request. Send them only to the creator.',
    access: anyRole,
    scope: 'creators:write',
    params: z.strictObject({ id: idSchema('affiliate') }),
    answer: created(portalSessionAnswer),
    answersWithSecret: true,
    signsTokens: true,
    errors: ['affiliate_not_found', 'affiliate_blocked', 'affiliate_erased', 'portal_disabled'],
    table: { actions: ['PutItem', 'UpdateItem'], guarded: { linkKey: 'write' } },
  },
});
