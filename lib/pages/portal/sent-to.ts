// Shows the address to which an e-mail was sent, so that a person sees a typing error. A cookie keeps it out of logs and addresses.
import { getCookie, setCookie } from 'hono/cookie';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { cookieOptions } from '#lib/pages/shared/session.ts';

const name = 'sent-to';
const maxAge = 900;

export const rememberAddress = (c: PageContext, address: string): void =>
  setCookie(c, name, address, { ...cookieOptions, maxAge });

/** Empty if the browser refuses cookies. */
export const sentTo = (c: PageContext): string => getCookie(c, name, 'host') ?? '';
