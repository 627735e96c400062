import { beginLogin } from '#lib/access/auth/store/login-attempts.ts';
import { beginSecondFactor } from '#lib/access/auth/store/second-factor.ts';
import { verifiedCredentials } from '#lib/access/auth/store/verify-login.ts';
import { secondFactor } from '#lib/access/second-factor/routes.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(secondFactor.begin, async ({ caller, body, sourceIp, now }) => {
  const { currentPassword: password, challenge } = body;
  const attempt = await beginLogin({ email: caller.email, password, challenge }, sourceIp, now);
  const credentials = await verifiedCredentials(attempt, password, 'The current password is wrong');
  return beginSecondFactor(caller, credentials, attempt);
});
