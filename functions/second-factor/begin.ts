import { beginLogin } from '#lib/auth/store/login-attempts.ts';
import { beginSecondFactor } from '#lib/auth/store/second-factor.ts';
import { verifiedCredentials } from '#lib/auth/store/verify-login.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { secondFactor } from '#lib/second-factor/routes.ts';

export const handler = endpoint(secondFactor.begin, async ({ caller, body, sourceIp, now }) => {
  const { currentPassword: password, challenge } = body;
  const attempt = await beginLogin({ email: caller.email, password, challenge }, sourceIp, now);
  const credentials = await verifiedCredentials(attempt, password, 'The current password is wrong');
  return beginSecondFactor(caller, credentials, attempt);
});
