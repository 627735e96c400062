// Keeps the session of a person in an encrypted cookie, so that no browser receives a token.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { type Area, type PageContext, type Session, visitOf } from './context.ts';
import { seal, unseal } from './sealed.ts';

/** The lifetime of an access token. */
const seconds = 86_400;

export const cookieOptions: CookieOptions = {
  prefix: 'host',
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'Lax',
};

export async function readSession(c: PageContext, { name }: Area, now: Date): Promise<Session | undefined> {
  const cookie = getCookie(c, name, 'host');
  const values = cookie === undefined ? undefined : await unseal(cookie, { purpose: name, now });
  if (values?.token === undefined) return undefined;
  const { token, slug } = values;
  return { token, mode: values.mode === 'test' ? 'test' : 'live', slug };
}

export async function startSession(
  c: PageContext,
  { name }: Area,
  { token, mode, slug }: Session,
  lifetime = seconds,
): Promise<void> {
  const values = { token, mode, ...(slug !== undefined && { slug }) };
  const value = await seal(values, { purpose: name, now: visitOf(c).now, seconds: lifetime });
  setCookie(c, name, value, { ...cookieOptions, maxAge: lifetime });
}

export const endSession = (c: PageContext, { name }: Area): void => {
  deleteCookie(c, name, cookieOptions);
};
