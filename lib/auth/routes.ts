// Logging in, going on, and leaving.
import { empty, item } from '#lib/contract/answer.ts';
import { anyPlan, anyRole, defineRoutes } from '#lib/contract/route.ts';
import { credentialsInput, loginAnswer, refreshAnswer } from './schema.ts';

export const auth = defineRoutes('auth', {
  login: {
    method: 'POST',
    path: '/auth/brand/login',
    summary: 'Log in with the credentials of a brand account',
    description:
      'Works on every plan. The token is valid for 24 hours. Failed logins are limited (429) per account and per address.',
    access: 'public',
    body: credentialsInput,
    answer: item(loginAnswer),
    signsTokens: true,
    throttle: 'tight',
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  refresh: {
    method: 'POST',
    path: '/auth/refresh',
    summary: 'Exchange the current token for a new one',
    description:
      'Works on every plan. The old token is invalid from that point; of simultaneous calls exactly one wins.',
    access: anyPlan,
    answer: item(refreshAnswer),
    signsTokens: true,
    table: { actions: ['PutItem', 'DeleteItem'] },
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'Revoke the current token',
    access: anyRole,
    answer: empty(),
    table: { actions: ['DeleteItem'] },
  },
});
