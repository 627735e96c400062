import { auth } from '#lib/auth/routes.ts';
import { verifyPassword } from '#lib/auth/rules/passwords.ts';
import { newSession } from '#lib/auth/rules/sessions.ts';
import { beginLogin, createSession } from '#lib/auth/store/login-attempts.ts';
import { signToken } from '#lib/auth/store/sign-token.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { unauthenticated } from '#lib/shared/errors.ts';
import { logger } from '#lib/shared/logger.ts';

export const handler = endpoint(auth.login, async ({ body, sourceIp, now }) => {
  const attempt = await beginLogin(body, sourceIp, now);
  const { credentials } = attempt;
  const matches = await verifyPassword(body.password, credentials?.passwordHash);
  if (!matches || credentials === undefined) {
    logger.countEvent('LoginFailed');
    throw unauthenticated('credentials_invalid', 'Invalid credentials');
  }
  const { userId, brandId, email, role } = credentials;
  const session = newSession(credentials, now);
  const accessToken = await signToken({ brandId, role, session }, now);
  await createSession(session, attempt, credentials, now);
  return { accessToken, user: { id: userId, email, brandId } };
});
