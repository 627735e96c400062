// Declares the login, refresh and logout endpoints.

import { forgotPasswordInput, passwordChange, tokenAndPassword } from '#lib/access/users/schema/passwords.ts';
import { empty, html, item } from '#lib/foundation/contract/answer.ts';
import { anyPlan, defineRoutes } from '#lib/foundation/contract/route.ts';
import { loginErrors } from './rules/login-errors.ts';
import { credentialsInput, loginAnswer, logoutInput, refreshAnswer } from './schema/endpoints.ts';

export const auth = defineRoutes('auth', {
  login: {
    method: 'POST',
    path: '/auth/brand/login',
    summary: 'Log in',
    description:
      'Returns an access token that is valid for 24 hours, and begins a session. The e-mail address is not case-sensitive. Available on every plan. ' +
      'After ten failed logins to an account within 15 minutes, or 50 from an IP address, a login from an address that the account ' +
      'has not used before returns 429 with the code `login_challenge`: solve `challenge` and send it with the login, or wait ' +
      '`retry-after` seconds. The work grows with the failures, but the right password is never refused. ' +
      'A user with a second factor also sends `code` or `recoveryCode`; without it, the response is a 401 with the code ' +
      '`second_factor_required`.',
    access: 'public',
    body: credentialsInput,
    answer: item(loginAnswer),
    signsTokens: true,
    throttle: 'strict',
    errors: loginErrors,
    table: {
      actions: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      guarded: { logins: 'write' },
    },
  },
  refresh: {
    method: 'POST',
    path: '/auth/refresh',
    summary: 'Refresh the token',
    description:
      'Returns a new access token that is valid for 24 hours, and revokes the current one. A session ends 30 days after its login ' +
      'at the latest. Available on every plan. Of several simultaneous calls with one token, exactly one succeeds and the others ' +
      'return 401. If the response is lost, log in again. A token that is used more than 10 seconds after its refresh ends the ' +
      'session, also for the token that replaced it.',
    access: anyPlan,
    testMode: 'ignored',
    allowsMissingSecondFactor: true,
    answer: item(refreshAnswer),
    signsTokens: true,
    table: { actions: ['UpdateItem'] },
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'Log out',
    description:
      'Ends the session of the token, or all sessions of the user with `{"all": true}`. Their tokens return 401 from the next ' +
      'request on. Available on every plan. Of a logout and a refresh at the same time, the logout wins: the new token is revoked, ' +
      'too. A token that was refreshed in the last 10 seconds can still log out.',
    access: anyPlan,
    testMode: 'ignored',
    allowsMissingSecondFactor: true,
    acceptsReplacedToken: true,
    ignoresRequestLimit: true,
    body: logoutInput,
    answer: empty(),
    table: {
      actions: ['DeleteItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      guarded: { logins: 'write' },
    },
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/password/forgot',
    summary: 'Request a password reset',
    description:
      'Sends an e-mail with a one-time link, which is valid for 30 minutes, if the address has an account. The response is the same ' +
      'for every address. An address receives at most five e-mails with a link in an hour; further requests send none.',
    access: 'public',
    body: forgotPasswordInput,
    answer: empty(),
    throttle: 'strict',
    table: {
      actions: ['GetItem', 'PutItem', 'UpdateItem'],
      guarded: { logins: 'write', emails: 'write' },
    },
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/password/reset',
    summary: 'Reset a password',
    description:
      'Sets the password with the token of an e-mail, and ends all sessions of the user. The token works once. Any change of the ' +
      'password makes the tokens that were sent before invalid. Returns 400 for a user whose invitation has expired.',
    access: 'public',
    body: tokenAndPassword,
    errors: ['link_invalid'],
    answer: empty(),
    throttle: 'strict',
    table: {
      actions: ['GetItem', 'PutItem', 'UpdateItem'],
      guarded: { logins: 'write', linkKey: 'read', emails: 'write' },
    },
  },
  acceptInvitation: {
    method: 'POST',
    path: '/auth/invitations/accept',
    summary: 'Accept an invitation',
    description:
      'Sets the password of an invited user with the token of the invitation. The user is then `active` and can log in. The token ' +
      'works once, within 7 days. Returns 400 if the address already logs in to another account.',
    access: 'public',
    body: tokenAndPassword,
    errors: ['link_invalid'],
    answer: empty(),
    throttle: 'strict',
    table: {
      actions: ['GetItem', 'PutItem', 'UpdateItem'],
      guarded: { logins: 'write', linkKey: 'read' },
    },
  },
  changePassword: {
    method: 'POST',
    path: '/auth/password',
    summary: 'Change the password',
    description:
      'Changes the password of the user, and ends all other sessions of the user. The session of the token continues. A wrong ' +
      'current password counts as a failed login: after ten of them, the response is a 429 with the code `login_challenge`, as for ' +
      'a login. Available on every plan.',
    access: anyPlan,
    testMode: 'refused',
    allowsMissingSecondFactor: true,
    ignoresRequestLimit: true,
    body: passwordChange,
    errors: ['credentials_invalid', 'login_challenge'],
    answer: empty(),
    throttle: 'strict',
    table: {
      actions: ['PutItem', 'UpdateItem'],
      guarded: { logins: 'write', emails: 'write' },
    },
  },
  choosePasswordPage: {
    method: 'GET',
    path: '/auth/choose-password',
    summary: 'Show the password page',
    description:
      'Returns the page that the links of e-mails lead to. The token is in the fragment of the link, which browsers do not send.',
    access: 'public',
    answer: html(),
    table: { actions: [] },
  },
});
