import { auth } from '#lib/auth/routes.ts';
import { replaceSession } from '#lib/auth/store/sessions.ts';
import { signToken } from '#lib/auth/store/tokens.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(auth.refresh, async ({ caller, now }) => {
  const sessionId = await replaceSession(caller, now);
  const { userId, brand, role } = caller;
  return { accessToken: await signToken({ userId, brandId: brand.id, role, sessionId }, now) };
});
