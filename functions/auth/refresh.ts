import { auth } from '#lib/access/auth/routes.ts';
import { refreshed } from '#lib/access/auth/rules/sessions.ts';
import { replaceToken } from '#lib/access/auth/store/sessions.ts';
import { signToken } from '#lib/access/auth/store/sign-token.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(auth.refresh, async ({ caller, now }) => {
  const { brand, role } = caller;
  const session = refreshed(caller.session, now);
  const accessToken = await signToken({ brandId: brand.id, role, session }, now);
  await replaceToken(caller, session, now);
  return { accessToken };
});
