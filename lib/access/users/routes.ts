// Declares the endpoints of users. They are for people with a session.
import * as z from 'zod';
import { created, empty, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOfAnyPlan, adminOnly, anyPlan, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { meAnswer, userAnswer, userChanges, userFilters, userInput } from './schema/users.ts';

const params = z.strictObject({ id: idSchema('user') });

export const users = defineRoutes('users', {
  me: {
    method: 'GET',
    path: '/me',
    summary: 'Get the current user',
    description: 'Returns the user of the token and the brand. Available on every plan.',
    access: anyPlan,
    testMode: 'ignored',
    allowsMissingSecondFactor: true,
    answer: item(meAnswer),
    table: { actions: ['GetItem'] },
  },
  list: {
    method: 'GET',
    path: '/users',
    summary: 'List users',
    description: 'Returns the users of the brand, the newest user first. Available on every plan.',
    access: anyPlan,
    testMode: 'refused',
    query: userFilters,
    answer: list(userAnswer),
    table: { actions: ['Query'] },
  },
  get: {
    method: 'GET',
    path: '/users/{id}',
    summary: 'Get a user',
    description: 'Returns the user, also while it is invited.',
    access: anyRole,
    testMode: 'refused',
    params,
    errors: ['user_not_found'],
    answer: item(userAnswer),
    table: { actions: ['GetItem'] },
  },
  invite: {
    method: 'POST',
    path: '/users',
    summary: 'Invite a user',
    description:
      'Creates a user with the status `invited` and sends an e-mail with a one-time link, which is valid for 7 days. The user becomes ' +
      '`active` when the link is used to choose a password. Returns 409 when a user of the brand has the e-mail address, and when ' +
      'the brand has 200 users and open invitations. An address that already logs in to another account receives an e-mail without a ' +
      'link; the response is the same.',
    access: adminOnly,
    testMode: 'refused',
    body: userInput,
    errors: ['user_exists', 'user_limit_reached', 'email_limit_reached'],
    answer: created(userAnswer),
    table: {
      actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      guarded: { logins: 'write', emails: 'write' },
    },
  },
  resendInvitation: {
    method: 'POST',
    path: '/users/{id}/invitation',
    summary: 'Send an invitation again',
    description:
      'Sends another e-mail with a link that is valid for 7 days. Earlier links stay valid until they expire or one of them is used. ' +
      'Returns 409 when the user has accepted the invitation, and when it has expired and the brand has 200 users and open invitations.',
    access: adminOnly,
    testMode: 'refused',
    params,
    errors: ['user_not_found', 'user_not_invited', 'user_limit_reached', 'email_limit_reached'],
    answer: item(userAnswer),
    table: {
      actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      guarded: { logins: 'write', emails: 'write' },
    },
  },
  update: {
    method: 'PATCH',
    path: '/users/{id}',
    summary: 'Update a user',
    description:
      'Changes the role or the name. A role applies to the next request of the user. The last admin of a brand cannot become a member: ' +
      'this returns 409.',
    access: adminOnly,
    testMode: 'refused',
    params,
    body: userChanges,
    errors: ['user_not_found', 'last_admin'],
    answer: item(userAnswer),
    table: {
      actions: ['GetItem', 'Query', 'UpdateItem', 'ConditionCheckItem'],
      guarded: { logins: 'write' },
    },
  },
  delete: {
    method: 'DELETE',
    path: '/users/{id}',
    summary: 'Remove a user',
    description:
      'Removes the user and ends all of the user’s sessions at once. The last admin of a brand cannot be removed: this returns 409. ' +
      'Available on every plan.',
    access: adminOfAnyPlan,
    testMode: 'refused',
    ignoresRequestLimit: true,
    params,
    errors: ['user_not_found', 'last_admin'],
    answer: empty(),
    table: {
      actions: ['GetItem', 'Query', 'DeleteItem', 'PutItem', 'ConditionCheckItem'],
      guarded: { logins: 'write' },
    },
  },
});
