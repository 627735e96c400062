import { auth } from '#lib/access/auth/routes.ts';
import { newSession } from '#lib/access/auth/rules/sessions.ts';
import { asLogin } from '#lib/access/auth/store/failed-logins.ts';
import { beginLogin, createSession } from '#lib/access/auth/store/login-attempts.ts';
import { signToken } from '#lib/access/auth/store/sign-token.ts';
import { verifiedCredentials, verifiedSecondFactor } from '#lib/access/auth/store/verify-login.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(auth.login, async ({ body, sourceIp, now }) => {
  const attempt = await beginLogin(body, sourceIp, now);
  const { credentials, usedFactor, userId } = await asLogin(attempt, now, async () => {
    const verified = await verifiedCredentials(attempt, body.password, 'Invalid credentials');
    const factor = await verifiedSecondFactor(verified, body, attempt, now);
    return { credentials: verified, usedFactor: factor, userId: verified.userId };
  });
  const { brandId, email, role } = credentials;
  const session = newSession(credentials, now);
  const accessToken = await signToken({ brandId, role, session }, now);
  await createSession(session, attempt, { credentials, usedFactor }, now);
  return { accessToken, user: { id: userId, email, brandId } };
});
