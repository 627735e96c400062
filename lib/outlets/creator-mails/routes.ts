// Declares the endpoints of e-mails to creators.
import { html, item } from '#lib/foundation/contract/answer.ts';
import { anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { affiliateAnswer } from '#lib/program/affiliates/schema/endpoints.ts';
import { creatorParams, unsubscribeQuery } from './schema/endpoints.ts';

export const affiliates = defineRoutes('affiliates', {
  inviteAgain: {
    method: 'POST',
    path: '/affiliates/{id}/invitation',
    summary: 'Invite a creator again',
    description:
      'Sends another e-mail with a link that is valid for 7 days. Earlier links stay valid until they expire or one of them is used. ' +
      'Returns 409 for a creator who is not `invited`, and if the brand has turned invitations off or the address receives no e-mails.',
    access: anyRole,
    scope: 'creators:write',
    params: creatorParams,
    errors: ['affiliate_not_found', 'affiliate_not_invited', 'creator_mails_off', 'email_limit_reached'],
    answer: item(affiliateAnswer),
    table: {
      actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
      guarded: { logins: 'write' },
    },
  },
});

export const mails = defineRoutes('mails', {
  unsubscribePage: {
    method: 'GET',
    path: '/mails/unsubscribe',
    summary: 'Show the unsubscribe page',
    description:
      'Returns the page of the link in an e-mail to a creator. It changes nothing, because mail scanners follow links: its button does.',
    access: 'public',
    query: unsubscribeQuery,
    answer: html(),
    table: { actions: ['BatchGetItem'], guarded: { linkKey: 'read' } },
  },
  unsubscribe: {
    method: 'POST',
    path: '/mails/unsubscribe',
    summary: 'Turn off e-mails',
    description:
      'Turns off the kind of e-mails that the token names, for its creator. Mail programs send this request for the header ' +
      '`List-Unsubscribe` (RFC 8058), with any body. A repeated request changes nothing. The token does not expire.',
    access: 'public',
    query: unsubscribeQuery,
    errors: ['link_invalid'],
    answer: html(),
    throttle: 'strict',
    table: {
      actions: ['GetItem', 'BatchGetItem', 'UpdateItem'],
      guarded: { linkKey: 'read' },
    },
  },
});
