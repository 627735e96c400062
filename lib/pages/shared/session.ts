// Keeps the session of a person in an encrypted cookie, so that no browser receives a token.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { isApiError } from '#lib/client/index.ts';
import { type Area, type PageContext, type Session, visitOf } from './context.ts';
import { seal, unseal } from './sealed.ts';
import { languages } from './texts/texts.ts';

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
  const mode = (['live', 'test'] as const).find((one) => one === values.mode);
  return { token, mode, slug, language: languages.find((one) => one === values.language) };
}

export async function startSession(
  c: PageContext,
  { name }: Area,
  session: Session,
  lifetime = seconds,
): Promise<void> {
  const value = await seal({ ...session }, { purpose: name, now: visitOf(c).now, seconds: lifetime });
  setCookie(c, name, value, { ...cookieOptions, maxAge: lifetime });
}

export const endSession = (c: PageContext): void => {
  deleteCookie(c, visitOf(c).area.name, cookieOptions);
};

/** The API may have ended the session already. */
export async function signOut(c: PageContext, logout: Promise<unknown>): Promise<void> {
  try {
    await logout;
  } catch (error) {
    if (!isApiError(error)) throw error;
  }
  endSession(c);
}
