// Shows a secret once: it waits in an encrypted cookie for the page to which a form leads, which deletes it.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { now } from '#lib/foundation/shared/clock.ts';
import { copyButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { seal, unseal } from '#lib/pages/shared/sealed.ts';

const name = 'console-secret';
/** Long enough for one redirect. */
const seconds = 60;
const options: CookieOptions = { prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' };

export async function keepSecret(c: PageContext, secret: string): Promise<void> {
  const value = await seal({ secret }, { purpose: name, now: now(), seconds });
  setCookie(c, name, value, { ...options, maxAge: seconds });
}

/** Empty if no form has led here, or the page was shown before. */
export async function secretHtml(c: PageContext, hint: string): Promise<Html> {
  const cookie = getCookie(c, name, 'host');
  if (cookie === undefined) return nothing;
  deleteCookie(c, name, options);
  const { secret } = (await unseal(cookie, { purpose: name, now: now() })) ?? {};
  if (secret === undefined) return nothing;
  return html`<section class="secret" aria-label="${visitOf(c).texts.settings.secret}"><p>${hint}</p>
<pre><code>${secret}</code></pre>${copyButton(c, secret)}</section>`;
}
