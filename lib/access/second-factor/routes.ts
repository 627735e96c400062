// Declares the endpoints of the second factor of a user. Only people with a session can call them.

import {
  passwordAndFactorProof,
  passwordProof,
  recoveryCodesAnswer,
  secondFactorAnswer,
  secondFactorConfirmation,
} from '#lib/access/users/schema/passwords.ts';
import { empty, item } from '#lib/foundation/contract/answer.ts';
import { anyPlan, defineRoutes } from '#lib/foundation/contract/route.ts';

export const secondFactor = defineRoutes('secondFactor', {
  begin: {
    method: 'POST',
    path: '/auth/second-factor',
    summary: 'Begin a second factor',
    description:
      'Returns a new secret for an authenticator app (TOTP, RFC 6238). It counts only after a code was confirmed. A wrong ' +
      'password counts as a failed login. Available on every plan.',
    access: anyPlan,
    testMode: 'refused',
    allowsMissingSecondFactor: true,
    ignoresRequestLimit: true,
    body: passwordProof,
    errors: ['credentials_invalid', 'login_challenge', 'second_factor_enabled'],
    answer: item(secondFactorAnswer),
    answersWithSecret: true,
    throttle: 'strict',
    table: { actions: ['UpdateItem', 'ConditionCheckItem'], guarded: { logins: 'write' } },
  },
  confirm: {
    method: 'POST',
    path: '/auth/second-factor/confirm',
    summary: 'Confirm the second factor',
    description:
      'Turns the second factor on with a code of the new secret. From then on, logins need a code. Returns ten recovery codes, ' +
      'which are shown only now. Five codes can be sent for a secret; after that the response is a 409, and you begin again. Available on ' +
      'every plan.',
    access: anyPlan,
    testMode: 'refused',
    allowsMissingSecondFactor: true,
    ignoresRequestLimit: true,
    body: secondFactorConfirmation,
    errors: ['second_factor_enabled', 'second_factor_not_begun'],
    answer: item(recoveryCodesAnswer),
    answersWithSecret: true,
    throttle: 'strict',
    table: {
      actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'],
      guarded: { logins: 'write', emails: 'write' },
    },
  },
  disable: {
    method: 'DELETE',
    path: '/auth/second-factor',
    summary: 'Turn off the second factor',
    description:
      'Turns the second factor off, with the password and a code of the app or a recovery code in the body. A wrong one counts as a ' +
      'failed login. Available on every plan.',
    access: anyPlan,
    testMode: 'refused',
    allowsMissingSecondFactor: true,
    body: passwordAndFactorProof,
    errors: ['credentials_invalid', 'second_factor_required', 'second_factor_invalid', 'login_challenge'],
    answer: empty(),
    throttle: 'strict',
    table: {
      actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'],
      guarded: { logins: 'write', emails: 'write' },
    },
  },
});
