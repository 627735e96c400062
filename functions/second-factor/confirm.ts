import { confirmSecondFactor } from '#lib/auth/store/second-factor.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { secondFactor } from '#lib/second-factor/routes.ts';

export const handler = endpoint(secondFactor.confirm, async ({ caller, body, now }) => ({
  recoveryCodes: await confirmSecondFactor(caller, body.code, now),
}));
