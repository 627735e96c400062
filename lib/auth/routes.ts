// Declares the login, refresh and logout endpoints.
import { empty, item } from '#lib/contract/answer.ts';
import { anyPlan, defineRoutes } from '#lib/contract/route.ts';
import { credentialsInput, loginAnswer, logoutInput, refreshAnswer } from './schema.ts';

export const auth = defineRoutes('auth', {
  login: {
    method: 'POST',
    path: '/auth/brand/login',
    summary: 'Log in',
    description:
      'Returns an access token that is valid for 24 hours, and begins a session. The e-mail address is not case-sensitive. Available on every plan. ' +
      'After ten failed logins to an account within 15 minutes, or 50 from an IP address, a login from an address that the account ' +
      'has not used before returns 429 with the code `login_challenge`: solve `challenge` and send it with the login, or wait ' +
      '`retry-after` seconds. The work grows with the failures, but the right password is never refused.',
    access: 'public',
    body: credentialsInput,
    answer: item(loginAnswer),
    signsTokens: true,
    throttle: 'strict',
    errors: ['credentials_invalid', 'token_revoked', 'login_challenge'],
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
    acceptsReplacedToken: true,
    body: logoutInput,
    answer: empty(),
    table: { actions: ['DeleteItem', 'UpdateItem'], guarded: { logins: 'write' } },
  },
});
