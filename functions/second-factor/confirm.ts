import { confirmSecondFactor } from '#lib/access/auth/store/second-factor.ts';
import { secondFactor } from '#lib/access/second-factor/routes.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(secondFactor.confirm, async ({ caller, body, now }) => ({
  recoveryCodes: await confirmSecondFactor(caller, body.code, now),
}));
