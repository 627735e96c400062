import { auth } from '#lib/access/auth/routes.ts';
import { beginLogin } from '#lib/access/auth/store/login-attempts.ts';
import { changePassword } from '#lib/access/auth/store/passwords.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(auth.changePassword, async ({ caller, body, sourceIp, now }) => {
  const { currentPassword: password, challenge } = body;
  const attempt = await beginLogin({ email: caller.email, password, challenge }, sourceIp, now);
  await changePassword(caller, body, attempt, now);
});
