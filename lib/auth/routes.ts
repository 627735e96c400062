// Declares the login, refresh and logout endpoints.
import { empty, item } from '#lib/contract/answer.ts';
import { anyPlan, anyRole, defineRoutes } from '#lib/contract/route.ts';
import { credentialsInput, loginAnswer, refreshAnswer } from './schema.ts';

export const auth = defineRoutes('auth', {
  login: {
    method: 'POST',
    path: '/auth/brand/login',
    summary: 'Log in',
    description:
      'Returns an access token that is valid for 24 hours. The e-mail address is not case-sensitive. Available on every plan. ' +
      'Failed logins are limited per account and per IP address: too many return 429.',
    access: 'public',
    body: credentialsInput,
    answer: item(loginAnswer),
    signsTokens: true,
    throttle: 'strict',
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  refresh: {
    method: 'POST',
    path: '/auth/refresh',
    summary: 'Refresh the token',
    description:
      'Returns a new access token that is valid for 24 hours, and revokes the current one. Available on every plan. Of several ' +
      'simultaneous calls with one token, exactly one succeeds and the others return 401. If the response is lost, log in again.',
    access: anyPlan,
    answer: item(refreshAnswer),
    signsTokens: true,
    table: { actions: ['PutItem', 'DeleteItem'] },
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'Log out',
    description: 'Revokes the current token. It returns 401 from the next request on.',
    access: anyRole,
    answer: empty(),
    table: { actions: ['DeleteItem'] },
  },
});
